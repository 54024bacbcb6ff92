#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Spreads long work of Katachi over the processors of this machine or of a Ray cluster.

    katachi_jobs.py arena cup.toml --out cup            a tournament, or a sequential test up to its decision
    katachi_jobs.py regress suites/*.tst --out results  suites of questions
    katachi_jobs.py reviews games/*.sgf --out reviews   reviews of many games
    katachi_jobs.py label --games 2000 --size 9 --judge "katago analysis ..." --out judged
                                                        games that a judge plays and judges, for training
    katachi_jobs.py measure --parts 16 --out laws laws games/*.sgf.gz --one-in 10
                                                        a measurement of katachi-lab: laws, judgement, tactics score

Each job is one run of `katachi` or `katachi-lab`. Its result is a file, whole or absent, so a worker or this
program can be killed at any moment: the same command goes on with what is missing. Results are those of one
machine, byte for byte, as no job depends on another.

Without --ray the jobs run here, --workers at the same time. With --ray they run where Ray has a free
processor; `katachi` has to be installed there. Games and suites return their results to this program. Reviews and judged
games are written by the workers, so --out has to be a folder that all machines share.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

# Jobs that wait at Ray for each processor of the cluster: enough that none is idle, few enough that a test
# which is decided has not much to cancel.
WAITING = 1
# Seconds between lines of progress, and between looks at a sequential test.
INTERVAL = 10.0


class Job(NamedTuple):
    """One run of a program. `result` is the file for its standard output; None if it writes files itself."""

    name: str
    command: list[str]
    stdin: str = ""
    result: Path | None = None


class Failed(Exception):
    """A job that has failed, with what its program said last."""


def run(command: list[str], stdin: str) -> str:
    """Runs a program and returns its standard output. Runs on a worker."""
    try:
        done = subprocess.run(command, input=stdin, text=True, capture_output=True, check=False)
    except OSError as error:
        raise Failed(f"cannot start {command[0]}: {error}") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Failed(said[-1])
    return done.stdout


class Local:
    """Jobs on this machine."""

    def __init__(self, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.pool = concurrent.futures.ThreadPoolExecutor(self.workers)

    def room(self) -> int:
        """Jobs that may be given out at the same time."""
        return self.workers

    def start(self, job: Job, retries: int) -> Any:
        def tried() -> str:
            for attempt in range(retries + 1):
                try:
                    return run(job.command, job.stdin)
                except Failed:
                    if attempt == retries:
                        raise
            raise AssertionError("unreachable")

        return self.pool.submit(tried)

    def finished(self, running: list[Any], seconds: float) -> list[Any]:
        done, _ = concurrent.futures.wait(
            running, timeout=seconds, return_when=concurrent.futures.FIRST_COMPLETED
        )
        return list(done)

    def output(self, task: Any) -> str:
        return str(task.result())

    def cancel(self, running: list[Any]) -> None:
        for task in running:
            task.cancel()


class Ray:
    """Jobs on a Ray cluster. A job whose worker or machine dies is run again elsewhere."""

    def __init__(self, address: str | None) -> None:
        try:
            import ray
        except ImportError:
            sys.exit("Ray is not installed here: pip install ray, or leave out --ray")
        self.ray = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except ConnectionError as error:
            sys.exit(f"no Ray cluster answers at {address}: {error}")
        # The worker needs nothing of this file but the function.
        self.remote = ray.remote(run)

    def room(self) -> int:
        # Machines come and go.
        processors = int(self.ray.cluster_resources().get("CPU", 0))
        return max(1, processors * (1 + WAITING))

    def start(self, job: Job, retries: int) -> Any:
        options = {"num_cpus": 1, "max_retries": retries, "retry_exceptions": True, "name": job.name}
        return self.remote.options(**options).remote(job.command, job.stdin)

    def finished(self, running: list[Any], seconds: float) -> list[Any]:
        done, _ = self.ray.wait(running, num_returns=len(running), timeout=0)
        if not done:
            done, _ = self.ray.wait(running, num_returns=1, timeout=seconds)
        return list(done)

    def output(self, task: Any) -> str:
        try:
            return str(self.ray.get(task))
        except self.ray.exceptions.RayError as error:
            # Of an error in the job the cause, else what happened to its worker.
            raise Failed(str(getattr(error, "cause", None) or error).strip().splitlines()[-1]) from None

    def cancel(self, running: list[Any]) -> None:
        for task in running:
            self.ray.cancel(task, force=True)


def replace(file: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.part")
    with open(unfinished, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(unfinished, file)


class Progress:
    """Lines on standard error that tell how far the work is."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.failed = total, 0, 0
        self.begin = self.told = time.monotonic()

    def tell(self, running: int, is_last: bool = False) -> None:
        now = time.monotonic()
        if not is_last and now - self.told < INTERVAL:
            return
        self.told = now
        text = f"{self.done} of {self.total} done, {running} running"
        if self.failed:
            text += f", {self.failed} failed"
        left = self.total - self.done - self.failed
        if self.done and left and not is_last:
            text += f", about {(now - self.begin) / self.done * left / 60:.0f} min left"
        print(text, file=sys.stderr, flush=True)


def spread(jobs: list[Job], workers: Local | Ray, retries: int, is_enough: Callable[[], bool]) -> int:
    """Runs the jobs in their order until all are done or it is enough. Returns the number that failed."""
    waiting: Iterator[Job] = iter(jobs)
    running: dict[Any, Job] = {}
    progress = Progress(len(jobs))
    looked = time.monotonic()
    is_over = False
    while not is_over:
        while len(running) < workers.room() and (job := next(waiting, None)) is not None:
            running[workers.start(job, retries)] = job
        if not running:
            break
        for task in workers.finished(list(running), INTERVAL):
            job = running.pop(task)
            try:
                output = workers.output(task)
            except Failed as why:
                progress.failed += 1
                print(f"{job.name} failed: {why}", file=sys.stderr, flush=True)
                continue
            if job.result is not None:
                replace(job.result, output)
            progress.done += 1
        progress.tell(len(running))
        if time.monotonic() - looked >= INTERVAL:
            looked = time.monotonic()
            is_over = is_enough()
    workers.cancel(list(running))
    progress.tell(0, is_last=True)
    return progress.failed


def output_of(command: list[str]) -> str:
    """The output of a quick command on this machine. Its errors are those of this program."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


def planned(command: list[str], katachi: list[str], folder: Path, programs: list[str]) -> list[Job]:
    """The jobs that `katachi arena plan` prints and that have no result yet."""
    jobs = []
    for line in output_of(command).splitlines():
        job = json.loads(line)
        kind, number = ("suite", job["number"]) if "suite" in job else ("game", job["game"])
        result = folder / f"{kind}-{number:06}.jsonl"
        if kind == "game" or not result.exists():
            run_it = [*katachi, "arena", "job", *programs]
            jobs.append(Job(f"{kind} {number}", run_it, line + "\n", result))
    return jobs


def arena(args: argparse.Namespace, workers: Local | Ray) -> int:
    """Plays a tournament and writes its tables."""
    results = args.out / "results"
    results.mkdir(parents=True, exist_ok=True)
    programs = ["--programs", str(args.programs.resolve())] if args.programs else []
    plan = [*args.katachi, "arena", "plan", str(args.file), "--missing", str(results)]
    jobs = planned(plan, args.katachi, results, programs)
    state = args.out / "state.json"
    merge = [*args.katachi, "arena", "merge", str(results)]

    def is_decided() -> bool:
        if not any(results.iterdir()):
            return False
        output_of([*merge, "--json", str(state)])
        return bool(json.loads(state.read_text())["finished"])

    failed = 0 if is_decided() else spread(jobs, workers, args.retries, is_decided)
    if any(results.iterdir()):
        print(output_of([*merge, "--out", str(args.out), "--json", str(state)]), end="")
    return failed


def regress(args: argparse.Namespace, workers: Local | Ray) -> int:
    """Runs suites and prints their table."""
    args.out.mkdir(parents=True, exist_ok=True)
    engine = ["--engine", args.engine] if args.engine else []
    plan = [*args.katachi, "arena", "plan", "regress", *args.suites, *engine]
    failed = spread(planned(plan, args.katachi, args.out, []), workers, args.retries, lambda: False)
    if any(args.out.iterdir()):
        print(output_of([*args.katachi, "arena", "merge", str(args.out)]), end="")
    return failed


def reviews(args: argparse.Namespace, workers: Local | Ray) -> int:
    """Reviews games, each by itself, and writes the page with links."""
    options = ["-o", str(args.out), "--skip-existing", "--quiet", *args.options]
    command = [*args.katachi, "review"]
    args.out.mkdir(parents=True, exist_ok=True)
    jobs = [Job(f"review of {game}", [*command, game, *options]) for game in args.games]
    failed = spread(jobs, workers, args.retries, lambda: False)
    # All reviews are there, so this writes the list alone.
    if failed == 0:
        output_of([*command, *args.games, *options])
    return failed


def label(args: argparse.Namespace, workers: Local | Ray) -> int:
    """Lets a judge play and judge games, a file of games each job."""
    command = [*args.lab, "label", "--games", str(args.games), "--size", str(args.size)]
    command += ["--judge", args.judge, "--visits", str(args.visits), "--seed", str(args.seed)]
    command += ["--shard", str(args.shard), "--out", str(args.out)]
    files = range(1, -(-args.games // args.shard) + 1)
    missing = [n for n in files if not (args.out / f"games-{n - 1:05}.jsonl.gz").exists()]
    jobs = [Job(f"file {number}", [*command, "--file", str(number)]) for number in missing]
    return spread(jobs, workers, args.retries, lambda: False)


def measure(args: argparse.Namespace, workers: Local | Ray) -> int:
    """Makes a measurement of katachi-lab in parts, and prints its report."""
    args.out.mkdir(parents=True, exist_ok=True)
    command = [*args.lab, *args.measurement]
    parts = [args.out / f"part-{number:04}-of-{args.parts:04}.jsonl" for number in range(1, args.parts + 1)]
    jobs = [
        Job(f"part {number}", [*command, "--part", f"{number}/{args.parts}"], result=part)
        for number, part in enumerate(parts, 1)
        if not part.exists()
    ]
    failed = spread(jobs, workers, args.retries, lambda: False)
    if failed == 0:
        print(output_of([*command, "--merge", *map(str, parts)]), end="")
    return failed


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder for results")
    common.add_argument("--ray", nargs="?", const="auto", metavar="ADDRESS", help="run on a Ray cluster")
    common.add_argument("--workers", type=int, metavar="N", help="without --ray: jobs at the same time")
    common.add_argument("--retries", type=int, default=3, metavar="N", help="new tries of a job that failed")
    common.add_argument("--katachi", type=shlex.split, default=["katachi"], metavar="COMMAND")
    kinds = parser.add_subparsers(dest="kind", required=True)

    def kind(work: Callable[..., int]) -> argparse.ArgumentParser:
        found = kinds.add_parser(work.__name__, help=work.__doc__, parents=[common])
        found.set_defaults(work=work)
        return found

    games = kind(arena)
    games.add_argument("file", type=Path, metavar="FILE.toml")
    games.add_argument("--programs", type=Path, help="commands of programs, as in `katachi arena job`")
    suites = kind(regress)
    suites.add_argument("suites", nargs="+", metavar="SUITE")
    suites.add_argument("--engine", metavar="COMMAND")
    many = kind(reviews)
    many.add_argument("games", nargs="+", metavar="FILE")
    many.add_argument("--options", type=shlex.split, default=[], metavar="OPTIONS", help="of katachi review")
    judged = kind(label)
    judged.add_argument("--judge", required=True, metavar="COMMAND")
    measured = kind(measure)
    measured.add_argument("--parts", type=int, default=16, metavar="N", help="number of jobs")
    for made_by_lab in [judged, measured]:
        made_by_lab.add_argument("--lab", type=shlex.split, default=["katachi-lab"], metavar="COMMAND")
    measured.add_argument("measurement", nargs=argparse.REMAINDER, help="arguments of katachi-lab")
    for name, default in [("games", None), ("size", None), ("visits", 1), ("seed", 1), ("shard", 500)]:
        judged.add_argument(f"--{name}", type=int, default=default, required=default is None, metavar="N")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    workers = Ray(args.ray) if args.ray else Local(args.workers)
    failed = args.work(args, workers)
    if failed:
        sys.exit(f"{failed} failed: the same command tries them again")


if __name__ == "__main__":
    main()
