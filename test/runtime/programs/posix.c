/* What wasi-libc's headers hide: structures and constants of ours must be those of the model. */
#define _GNU_SOURCE
#include <complex.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <obstack.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static volatile sig_atomic_t caught, informed;
static void on_signal(int number) { caught = caught * 100 + number; }
static void on_information(int number, siginfo_t *information, void *context) {
  (void)context;
  informed = information->si_signo == number;
}

static void signals(void) {
  struct sigaction action = {.sa_handler = on_signal}, old;
  sigset_t mask, waiting;
  printf("%d", sigaction(SIGUSR1, &action, NULL));
  printf(" %d", sigaction(SIGUSR1, NULL, &old));
  printf(" %d\n", old.sa_handler == on_signal);
  raise(SIGUSR1);
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  sigaction(SIGUSR2, &action, NULL);
  raise(SIGUSR2);
  sigpending(&waiting);
  printf("%d %d %d\n", (int)caught, sigismember(&waiting, SIGUSR2), sigismember(&waiting, SIGUSR1));
  sigprocmask(SIG_UNBLOCK, &mask, NULL);
  printf("%d\n", (int)caught);
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  action.sa_sigaction = on_information;
  sigaction(SIGTERM, &action, NULL);
  raise(SIGTERM);
  sigaction(SIGTERM, NULL, &old);
  printf("%d %d\n", (int)informed, old.sa_handler == SIG_DFL);
  printf("%d", signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  printf(" %d\n", signal(SIGPIPE, SIG_DFL) == SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  printf("%d %d\n", raise(SIGUSR1), signal(999, SIG_IGN) == SIG_ERR);
}

struct node {
  int value;
  TAILQ_ENTRY(node) queue;
  LIST_ENTRY(node) list;
  SLIST_ENTRY(node) stack;
  STAILQ_ENTRY(node) line;
};
TAILQ_HEAD(queue, node);
LIST_HEAD(list, node);
SLIST_HEAD(stack, node);
STAILQ_HEAD(line, node);

static void lists(void) {
  struct node nodes[6], *each, *next;
  struct queue queue = TAILQ_HEAD_INITIALIZER(queue);
  struct list list = LIST_HEAD_INITIALIZER(list);
  struct stack stack = SLIST_HEAD_INITIALIZER(stack);
  struct line line = STAILQ_HEAD_INITIALIZER(line);
  for (int i = 0; i < 6; i++) {
    nodes[i].value = i;
    if (i % 2) TAILQ_INSERT_HEAD(&queue, &nodes[i], queue);
    else TAILQ_INSERT_TAIL(&queue, &nodes[i], queue);
    LIST_INSERT_HEAD(&list, &nodes[i], list);
    SLIST_INSERT_HEAD(&stack, &nodes[i], stack);
    STAILQ_INSERT_TAIL(&line, &nodes[i], line);
  }
  TAILQ_REMOVE(&queue, &nodes[4], queue);
  TAILQ_INSERT_BEFORE(&nodes[2], &nodes[4], queue);
  TAILQ_REMOVE(&queue, &nodes[5], queue);
  LIST_REMOVE(&nodes[3], list);
  LIST_INSERT_AFTER(&nodes[1], &nodes[3], list);
  SLIST_REMOVE(&stack, &nodes[2], node, stack);
  SLIST_REMOVE_HEAD(&stack, stack);
  STAILQ_REMOVE(&line, &nodes[5], node, line);
  STAILQ_INSERT_TAIL(&line, &nodes[5], line);
  STAILQ_REMOVE_HEAD(&line, line);
  TAILQ_FOREACH(each, &queue, queue) printf("%d ", each->value);
  TAILQ_FOREACH_REVERSE(each, &queue, queue, queue) printf("%d ", each->value);
  printf("%d %d\n", TAILQ_LAST(&queue, queue)->value, TAILQ_PREV(&nodes[2], queue, queue)->value);
  LIST_FOREACH(each, &list, list) printf("%d ", each->value);
  SLIST_FOREACH(each, &stack, stack) printf("%d ", each->value);
  STAILQ_FOREACH(each, &line, line) printf("%d ", each->value);
  for (each = TAILQ_FIRST(&queue); each; each = next) {
    next = TAILQ_NEXT(each, queue);
    TAILQ_REMOVE(&queue, each, queue);
  }
  printf("%d\n", TAILQ_EMPTY(&queue));
}

static void objects(void) {
  struct obstack stack;
  obstack_init(&stack);
  char *first = obstack_copy0(&stack, "first", 5);
  for (int i = 0; i < 3000; i++) obstack_1grow(&stack, (char)('a' + i % 26));
  obstack_1grow(&stack, 0);
  int size = obstack_object_size(&stack);
  char *second = obstack_finish(&stack);
  obstack_printf(&stack, "%d-%s", 7, "x");
  obstack_1grow(&stack, 0);
  printf("%s %d %.5s %zu %s\n", first, size, second, strlen(second), (char *)obstack_finish(&stack));
  obstack_free(&stack, second);
  printf("%s\n", (char *)obstack_copy0(&stack, "again", 5));
  obstack_free(&stack, NULL);
}

static void descriptors(void) {
  int ends[2];
  char byte;
  fd_set readable, writable;
  struct timeval none = {0, 0};
  printf("%d", pipe(ends));
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  FD_SET(ends[0], &readable);
  FD_SET(ends[1], &writable);
  int ready = select(ends[1] + 1, &readable, &writable, NULL, &none);
  printf(" %d %d %d", ready, !!FD_ISSET(ends[0], &readable), !!FD_ISSET(ends[1], &writable));
  printf(" %d", (int)write(ends[1], "x", 1));
  FD_SET(ends[0], &readable);
  printf(" %d", select(ends[0] + 1, &readable, NULL, NULL, NULL));
  printf(" %d", !!FD_ISSET(ends[0], &readable));
  printf(" %d %d", fcntl(ends[0], F_SETFD, FD_CLOEXEC), (int)read(ends[0], &byte, 1));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char name[] = "/tmp/pathfold-posix-XXXXXX";
  int file = mkstemp(name);
  unlink(name);
  printf(" %d", fcntl(file, F_SETLK, &lock));
  printf(" %d", fcntl(file, F_GETLK, &lock));
  printf(" %d\n", lock.l_type == F_UNLCK);
}

int main(void) {
  signals();
  lists();
  objects();
  descriptors();
  struct rlimit limit;
  struct rusage usage;
  printf("%d %d\n", getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > 0, getrusage(RUSAGE_SELF, &usage));
  sem_t *semaphore = sem_open("/pathfold-posix", O_CREAT, 0600, 1);
  sem_unlink("/pathfold-posix");
  printf("%d", sem_trywait(semaphore));
  printf(" %d", sem_trywait(semaphore));
  printf(" %d\n", errno == EAGAIN);
  double complex z = CMPLX(1, 2) * CMPLX(3, -1) / CMPLX(2, 0);
  int number;
  wchar_t word[8];
  printf("%g %g %d\n", creal(z), cimag(z), swscanf(L"42 wide", L"%d %7ls", &number, word));
  printf("%d %ls %zu\n", number, word, sizeof((struct sockaddr_un){0}.sun_path));
  printf("%d %d %d\n", WIFEXITED(0x300), WEXITSTATUS(0x300), WIFSIGNALED(9));
  return 0;
}
