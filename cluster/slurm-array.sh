#!/bin/bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# One game or suite for each task of a Slurm array. The folder is shared by all nodes.
#
#   katachi arena plan cup.toml > jobs.jsonl
#   sbatch --array=1-$(wc -l < jobs.jsonl) cluster/slurm-array.sh jobs.jsonl results
#   katachi arena merge results --out cup
#
# After a failure the same sbatch plays what is missing; the tasks of finished jobs end at once.
#SBATCH --job-name=katachi
#SBATCH --cpus-per-task=1
#SBATCH --ntasks=1
#SBATCH --requeue
#SBATCH --output=%x-%A_%a.log
set -euo pipefail
jobs=${1:?a file of jobs}
results=${2:?a folder for results}
exec katachi arena job "$jobs" --line "$SLURM_ARRAY_TASK_ID" --out "$results" ${KATACHI_PROGRAMS:+--programs "$KATACHI_PROGRAMS"}
