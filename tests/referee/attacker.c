/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * A program that tries to win by force: `attacker WAY [MORE]`. It plays T19 if its attack has worked, and
 * passes otherwise and from then on. The tests of the referee compile and start it.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Returns the parent of a process, or -1. */
static int parent_of(int pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[length] = 0;
    char *name_end = strrchr(text, ')');
    int parent = -1;
    if (name_end) sscanf(name_end + 1, " %*c %d", &parent);
    return parent;
}

/* Returns the referee. The parent is the keeper of this program. */
static int referee(void) {
    return parent_of(getppid());
}

/* Returns the other program of the referee. It is waited for, as both start at the same time. */
static int opponent(void) {
    for (int tries = 0; tries < 500; tries++) {
        DIR *processes = opendir("/proc");
        struct dirent *entry;
        while (processes && (entry = readdir(processes))) {
            int pid = atoi(entry->d_name);
            if (pid > 0 && pid != getpid() && parent_of(parent_of(pid)) == referee()) {
                closedir(processes);
                return pid;
            }
        }
        if (processes) closedir(processes);
        usleep(10000);
    }
    return -1;
}

static int open_of(int pid, const char *name, int flags) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    return open(path, flags);
}

/* Overwrites the stack of another process. */
static int overwrite_memory(int pid) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *maps = fopen(path, "r");
    unsigned long start = 0, end = 0;
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]")) sscanf(line, "%lx-%lx", &start, &end);
    int memory = open_of(pid, "mem", O_RDWR);
    int written = 0;
    static const char zeros[4096];
    for (unsigned long at = start; memory >= 0 && at < end; at += sizeof zeros)
        written |= pwrite(memory, zeros, sizeof zeros, at) > 0;
    return written;
}

/* Becomes the tracer of another process, which stops it. Then it lets it go on, so that the test ends. */
static int trace(int pid) {
    if (ptrace(PTRACE_ATTACH, pid, 0, 0)) return 0;
    waitpid(pid, NULL, 0);
    ptrace(PTRACE_DETACH, pid, 0, 0);
    return 1;
}

/* Sends a signal by all calls that send one. */
static int send_signal(int pid, int number) {
    siginfo_t info = {.si_code = SI_QUEUE, .si_signo = number};
    int sent = kill(pid, number) == 0;
    sent |= syscall(SYS_tkill, pid, number) == 0;
    sent |= syscall(SYS_tgkill, pid, pid, number) == 0;
    sent |= syscall(SYS_rt_sigqueueinfo, pid, number, &info) == 0;
    sent |= syscall(SYS_rt_tgsigqueueinfo, pid, pid, number, &info) == 0;
    int descriptor = syscall(SYS_pidfd_open, pid, 0);
    sent |= syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0) == 0;
    return sent;
}

/* Lets the kernel send a signal to another process when input arrives. */
static int signal_by_input(int pid) {
    int ends[2];
    if (pipe(ends)) return 0;
    int worked = fcntl(ends[0], F_SETSIG, SIGKILL) == 0 && fcntl(ends[0], F_SETOWN, pid) == 0 &&
                 fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0;
    if (!worked || write(ends[1], "x", 1) != 1) return 0;
    usleep(200000);
    return kill(pid, 0) != 0 && errno == ESRCH;
}

/* Limits the CPU time of another process to none. */
static int limit_time(int pid) {
    struct rlimit none = {0, 0};
    return prlimit(pid, RLIMIT_CPU, &none, NULL) == 0;
}

/* Makes another process wait for all others. */
static int make_idle(int pid) {
    struct sched_param parameter = {0};
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    int worked = sched_setscheduler(pid, SCHED_IDLE, &parameter) == 0;
    worked |= sched_setaffinity(pid, sizeof first, &first) == 0;
    worked |= setpriority(PRIO_PROCESS, pid, 19) == 0;
    return worked | (setpriority(PRIO_USER, 0, 19) == 0);
}

/* Tries to stay alive without the referee: no signal at its death, another session. */
static void outlive(void) {
    prctl(PR_SET_PDEATHSIG, 0);
    if (getuid() == 0 && setfsuid(65534) == 0) setfsuid(0);
    setsid();
}

/* Writes a text over a file, or makes the file. */
static int overwrite(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    return file >= 0 && write(file, text, strlen(text)) > 0;
}

/* Does anything to a file that would hurt the tournament. */
static int spoil(const char *path) {
    char other[4096];
    snprintf(other, sizeof other, "%s.old", path);
    int worked = chmod(path, 0) == 0;
    worked |= truncate(path, 0) == 0;
    worked |= open(path, O_RDONLY | O_TRUNC) >= 0;
    worked |= utimensat(AT_FDCWD, path, NULL, 0) == 0;
    worked |= rename(path, other) == 0;
    return worked | (unlink(path) == 0);
}

/* Reads what processes keep to themselves. */
static int spy(const int *pids, int count) {
    static const char *const names[] = {"environ", "auxv", "maps", "smaps", "io", "stack"};
    int worked = 0;
    for (int i = 0; i < count; i++)
        for (unsigned j = 0; j < sizeof names / sizeof *names; j++) {
            char byte;
            worked |= read(open_of(pids[i], names[j], O_RDONLY), &byte, 1) > 0;
        }
    return worked;
}

/* Uses the power of root over the system. Where it works nothing changes. */
static int use_root(void) {
    char name[256];
    gethostname(name, sizeof name);
    int worked = sethostname(name, strlen(name)) == 0;
    worked |= setpriority(PRIO_PROCESS, 0, -1) == 0;
    worked |= syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0;
    worked |= syscall(SYS_fsopen, "tmpfs", 0) >= 0;
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_max++;
    return worked | (setrlimit(RLIMIT_CPU, &limit) == 0);
}

/* Makes a file with which anybody has the rights of its owner. */
static int give_rights(void) {
    struct stat data;
    if (chdir(getenv("TMPDIR"))) return 0;
    int worked = open("usual", O_WRONLY | O_CREAT, 0755) < 0;
    worked |= open("opened", O_WRONLY | O_CREAT, 04755) >= 0;
    worked |= open("group", O_WRONLY | O_CREAT, 02755) >= 0;
    worked |= creat("made", 04755) >= 0;
    worked |= mknod("node", S_IFREG | 04755, 0) == 0;
    return worked | (fstatat(AT_FDCWD, "usual", &data, 0) != 0);
}

/* Was a call refused by the filter? */
static int is_refused(long result) {
    return result < 0 && errno == EPERM;
}

/* Uses memory of other programs that numbers name. */
static int use_numbered_memory(void) {
    struct sembuf none = {0};
    int worked = !is_refused(syscall(SYS_shmat, 0, NULL, SHM_RDONLY));
    worked |= !is_refused(syscall(SYS_shmctl, 0, IPC_RMID, NULL));
    worked |= !is_refused(syscall(SYS_semop, 0, &none, 1));
    worked |= !is_refused(syscall(SYS_msgctl, 0, IPC_RMID, NULL));
    return worked | !is_refused(syscall(SYS_mq_unlink, "none"));
}

/* Locks a file that others may want to lock. */
static int lock(const char *path) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int file = open(path, O_RDONLY);
    int worked = flock(file, LOCK_EX | LOCK_NB) == 0;
    worked |= fcntl(file, F_SETLK, &whole) == 0;
    return worked | (fcntl(file, F_OFD_SETLK, &whole) == 0);
}

/* Takes memory of pipes. */
static int take_pipes(void) {
    int ends[2];
    if (pipe(ends)) return 0;
    int usual = fcntl(ends[1], F_GETPIPE_SZ);
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct iovec part = {page, 4096};
    *page = 1;
    int worked = fcntl(ends[1], F_SETPIPE_SZ, usual * 2) >= 0;
    return worked | (syscall(SYS_vmsplice, ends[1], &part, 1, 0) > 0);
}

/* Keeps shared memory by a descriptor, where it is in no address space. */
static int keep_mapped(void) {
    char path[64];
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    snprintf(path, sizeof path, "map_files/%lx-%lx", (long)memory, (long)memory + 4096);
    return open_of(getpid(), path, O_RDWR) >= 0;
}

static double seconds_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static void compute(double seconds) {
    static volatile unsigned long number;
    for (double start = seconds_of(CLOCK_MONOTONIC); seconds_of(CLOCK_MONOTONIC) - start < seconds;)
        for (int i = 0; i < 1000; i++) number = number * 31 + 7;
}

/* Computes, and is in the kernel whenever the timer looks at it. */
static int hide_time(double seconds) {
    static char zeros[1 << 16];
    int source = open("/dev/zero", O_RDONLY);
    while (seconds_of(CLOCK_PROCESS_CPUTIME_ID) < seconds) {
        double tick = seconds_of(CLOCK_MONOTONIC_COARSE);
        while (seconds_of(CLOCK_MONOTONIC_COARSE) == tick)
            if (read(source, zeros, sizeof zeros) < 0) return 0;
        compute(0.0007);
    }
    return 1;
}

/* Lets children compute, one after the other, that nobody waits for. */
static int compute_by_children(int count, double seconds) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < count; i++) {
        int ends[2];
        char nothing;
        if (pipe(ends)) return 0;
        if (fork() == 0) {
            compute(seconds);
            _exit(0);
        }
        close(ends[1]);
        if (read(ends[0], &nothing, 1)) return 0;
        close(ends[0]);
    }
    return 1;
}

/* Becomes another program in a thread: that has no signal at the death of the parent. */
static void *become_survivor(void *mark) {
    char *words[] = {"/attacker", "survive", mark, NULL};
    execve("/proc/self/exe", words, environ);
    return NULL;
}

/* Takes memory that is not in its address space, and so has no limit. */
static int take_unseen_memory(void) {
    int segment = shmget(IPC_PRIVATE, 4096, 0600);
    if (segment >= 0) shmctl(segment, IPC_RMID, NULL);
    int worked = segment >= 0 || memfd_create("unseen", 0) >= 0;
    worked |= syscall(SYS_memfd_secret, 0) >= 0;
    worked |= syscall(SYS_mq_open, "unseen", O_CREAT | O_RDWR, 0600, NULL) >= 0;
    worked |= syscall(SYS_semget, IPC_PRIVATE, 1, 0600) >= 0;
    int ends[2];
    worked |= socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0;
    worked |= inotify_init1(0) >= 0;
    worked |= take_pipes() | keep_mapped();
    return worked | (syscall(SYS_msgget, IPC_PRIVATE, 0600) >= 0);
}

/* Takes space on the disk by a file without a name. */
static int take_unseen_space(void) {
    if (chdir(getenv("TMPDIR"))) return 0;
    int worked = open("seen", O_WRONLY | O_CREAT, 0600) < 0;
    worked |= open("other", O_WRONLY | O_CREAT, 0600) < 0;
    worked |= open(".", O_TMPFILE | O_RDWR, 0600) >= 0;
    unsigned long how[3] = {O_TMPFILE | O_RDWR, 0600, 0};
    worked |= syscall(SYS_openat2, AT_FDCWD, ".", how, sizeof how) >= 0;
    worked |= rename("other", "seen") == 0;
    return worked | (unlink("seen") == 0);
}

/* Delays everybody who writes to this file. */
static int lease(const char *path) {
    return fcntl(open(path, O_RDONLY), F_SETLEASE, F_RDLCK) == 0;
}

/* Writes that many files of that size, then waits for the referee. */
static int fill(int files, int bytes) {
    char *data = calloc(1, bytes + 1), name[16];
    memset(data, 1, bytes);
    for (int i = 0; i < files; i++) {
        snprintf(name, sizeof name, "%d", i);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (int done = 0, part = 1; done < bytes && part > 0; done += part) part = write(file, data, bytes - done);
        close(file);
    }
    sleep(3);
    return 1;
}

static void *wait_for_ever(void *nothing) {
    for (;;) sleep(1);
    return nothing;
}

/* Takes thousands of threads, then waits for the referee. */
static int take_threads(void) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (int i = 0; i < 3000; i++) pthread_create(&thread, &small, wait_for_ever, NULL);
    sleep(3);
    return 1;
}

/* Goes to a folder in its own folder whose path is too long for the kernel. */
static int go_deep(void) {
    char name[201];
    memset(name, 'a', 200);
    name[200] = 0;
    for (int i = 0; i < 30; i++)
        if (mkdir(name, 0700) || chdir(name)) return 0;
    return 1;
}

/* Takes more space on the disk than it may. */
static int take_space(const char *how) {
    if (chdir(getenv("TMPDIR"))) return 0;
    if (!strcmp(how, "one")) return fill(1, 9 << 20);
    if (!strcmp(how, "several")) return fill(9, 1 << 20);
    if (!strcmp(how, "many")) return fill(10001, 0);
    if (!strcmp(how, "deep")) return go_deep() && fill(9, 1 << 20);
    if (!strcmp(how, "hidden")) return mkdir("hidden", 0300) == 0 && chdir("hidden") == 0 && fill(9, 1 << 20);
    return 0;
}

static int attack(const char *way, char **more) {
    if (!strcmp(way, "kill")) return send_signal(opponent(), SIGKILL);
    if (!strcmp(way, "stop")) return send_signal(opponent(), SIGSTOP);
    if (!strcmp(way, "kill-referee")) return send_signal(getppid(), SIGKILL) | send_signal(referee(), SIGKILL);
    if (!strcmp(way, "kill-group")) return kill(-getpgid(getppid()), SIGKILL) == 0;
    if (!strcmp(way, "input-signal")) return signal_by_input(opponent());
    if (!strcmp(way, "trace")) return trace(opponent());
    if (!strcmp(way, "trace-referee")) return trace(getppid()) | trace(referee());
    if (!strcmp(way, "memory")) return overwrite_memory(opponent());
    if (!strcmp(way, "memory-referee")) return overwrite_memory(getppid()) | overwrite_memory(referee());
    if (!strcmp(way, "input")) return write(open_of(opponent(), "fd/0", O_WRONLY), "Q16\n", 4) > 0;
    if (!strcmp(way, "time")) return limit_time(opponent());
    if (!strcmp(way, "idle")) return make_idle(opponent());
    if (!strcmp(way, "socket"))
        return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_INET, SOCK_STREAM, 0) >= 0;
    if (!strcmp(way, "unseen-memory")) return take_unseen_memory();
    if (!strcmp(way, "unseen-space")) return take_unseen_space();
    if (!strcmp(way, "space")) return take_space(more[0]);
    if (!strcmp(way, "threads")) return take_threads();
    if (!strcmp(way, "lease")) return lease("/proc/self/exe");
    if (!strcmp(way, "lock")) return lock("/proc/self/exe");
    if (!strcmp(way, "rights")) return give_rights();
    if (!strcmp(way, "root")) return use_root();
    if (!strcmp(way, "numbered-memory")) return use_numbered_memory();
    if (!strcmp(way, "spy")) return spy((int[]){opponent(), getppid(), referee()}, 3);
    if (!strcmp(way, "hide-time")) return hide_time(2);
    if (!strcmp(way, "children-time")) return compute_by_children(20, 0.1);
    if (!strcmp(way, "exec")) {
        pthread_t thread;
        pthread_create(&thread, NULL, become_survivor, more[0]);
        for (;;) sleep(1);
    }
    if (!strcmp(way, "write")) return overwrite(more[0], more[1]);
    if (!strcmp(way, "spoil")) return spoil(more[0]);
    /* A fork. A kernel without x32 knows no such call, but the filter comes first. */
    if (!strcmp(way, "x32")) {
        syscall(0x40000000L | 57);
        return 1;
    }
    if (!strcmp(way, "outlive")) {
        outlive();
        for (;;) sleep(1);
    }
    if (!strcmp(way, "orphan")) {
        if (fork() == 0 && fork() == 0) {
            outlive();
            for (int i = 0; i < 3; i++) close(i);
            for (;;) sleep(1);
        }
        for (;;) sleep(1);
    }
    return 0;
}

int main(int count, char **words) {
    char line[256];
    if (count > 1 && !strcmp(words[1], "survive"))
        for (;;) sleep(1);
    if (count < 2 || !fgets(line, sizeof line, stdin)) return 2;
    int is_black = !strcmp(line, "black\n");
    int worked = attack(words[1], words + 2);
    while (is_black || fgets(line, sizeof line, stdin)) {
        is_black = 0;
        puts(worked ? "T19" : "pass");
        fflush(stdout);
        worked = 0;
    }
    return 0;
}
