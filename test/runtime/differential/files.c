/*
 * Files: the same random operations on a fresh folder of the real file system and in the model's tree. Results, errno, contents,
 * what stat says and what a directory lists must be the same. The structures are the real headers', so their layout is compared too.
 */
#define _GNU_SOURCE
#include "compare.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

int pf_open(const char *, int, ...);
int pf_close(int);
ssize_t pf_read(int, void *, size_t);
ssize_t pf_write(int, const void *, size_t);
ssize_t pf_pread(int, void *, size_t, off_t);
ssize_t pf_pwrite(int, const void *, size_t, off_t);
off_t pf_lseek(int, off_t, int);
int pf_ftruncate(int, off_t);
int pf_dup(int);
int pf_dup2(int, int);
int pf_fcntl(int, int, ...);
int pf_mkdir(const char *, mode_t);
int pf_rmdir(const char *);
int pf_unlink(const char *);
int pf_remove(const char *);
int pf_rename(const char *, const char *);
int pf_link(const char *, const char *);
int pf_symlink(const char *, const char *);
ssize_t pf_readlink(const char *, char *, size_t);
int pf_stat(const char *, struct stat *);
int pf_lstat(const char *, struct stat *);
int pf_fstat(int, struct stat *);
int pf_truncate(const char *, off_t);
int pf_chmod(const char *, mode_t);
int pf_utimensat(int, const char *, const struct timespec *, int);
int pf_mkfifo(const char *, mode_t);
DIR *pf_opendir(const char *);
struct dirent *pf_readdir(DIR *);
int pf_closedir(DIR *);
char *pf_realpath(const char *, char *);
int pf_pipe(int *);
int pf_poll(struct pollfd *, nfds_t, int);
sighandler_t pf_signal(int, sighandler_t);
FILE *pf_fopen(const char *, const char *);
int pf_fclose(FILE *);
size_t pf_fread(void *, size_t, size_t, FILE *);
size_t pf_fwrite(const void *, size_t, size_t, FILE *);
int pf_fseek(FILE *, long, int);
long pf_ftell(FILE *);
int pf_feof(FILE *);

static const char *const names[] = {"a", "b", "c", "d", "e", "d/a", "d/b", "d/e", "d/../a", "./b", "a/b", "d/", "nowhere/a", "d/e/f", "", "e/.", "c//a"};

static const char *name(void) { return names[below(sizeof names / sizeof *names)]; }

/* Which real descriptor stands next to which of the model. */
static struct {
  int real, model;
} open_files[6];
static int open_count;

static void same(const char *what, const char *first, const char *second, long right, int right_errno, long got) {
  compare_calls++;
  int got_errno = MODEL_ERRNO;
  if ((right < 0) != (got < 0) || (right >= 0 && right != got)) {
    DIFFERENCE("%s(\"%s\", \"%s\"): %ld (%s), model %ld (errno %d)", what, first, second, right, strerror(right_errno), got, got_errno);
  } else if (right < 0 && right_errno != got_errno) {
    DIFFERENCE("%s(\"%s\", \"%s\"): errno %d, model %d", what, first, second, right_errno, got_errno);
  }
}

#define BOTH(what, first, second, call)                     \
  do {                                                      \
    errno = 0;                                              \
    long right_ = call;                                     \
    int right_errno_ = errno;                               \
    same(what, first, second, right_, right_errno_, pf_##call); \
  } while (0)

static void same_status(const char *what, const struct stat *right, const struct stat *got) {
  int is_directory = S_ISDIR(right->st_mode);
  if (right->st_mode != got->st_mode || (!is_directory && right->st_nlink != got->st_nlink) || (!is_directory && right->st_size != got->st_size)) {
    DIFFERENCE("%s: mode %o, %d links, %ld bytes; model mode %o, %d links, %ld bytes", what, right->st_mode, (int)right->st_nlink,
               (long)right->st_size, got->st_mode, (int)got->st_nlink, (long)got->st_size);
  }
}

static void look(void) {
  struct stat right, got;
  const char *at = name();
  int follow = below(2);
  errno = 0;
  long real = follow ? stat(at, &right) : lstat(at, &right);
  int real_errno = errno;
  long model = follow ? pf_stat(at, &got) : pf_lstat(at, &got);
  same(follow ? "stat" : "lstat", at, "", real, real_errno, model);
  if (real == 0 && model == 0) same_status(at, &right, &got);
  char target[64], model_target[64];
  errno = 0;
  real = readlink(at, target, sizeof target);
  real_errno = errno;
  model = pf_readlink(at, model_target, sizeof model_target);
  same("readlink", at, "", real, real_errno, model);
  if (real > 0 && real == model && memcmp(target, model_target, real) != 0) DIFFERENCE("readlink(\"%s\") gives other text", at);
}

static void open_one(void) {
  static const int modes[] = {O_RDONLY, O_WRONLY, O_RDWR}, extras[] = {0, O_CREAT, O_CREAT | O_EXCL, O_TRUNC, O_CREAT | O_TRUNC, O_APPEND | O_CREAT, O_DIRECTORY, O_NOFOLLOW};
  if (open_count == 6) return;
  const char *at = name();
  int flags = modes[below(3)] | extras[below(8)] | O_NONBLOCK;
  errno = 0;
  int real = open(at, flags, 0640), real_errno = errno;
  int model = pf_open(at, flags, 0640);
  char text[16];
  snprintf(text, sizeof text, "0%o", flags);
  same("open", at, text, real < 0 ? -1 : 0, real_errno, model < 0 ? -1 : 0);
  if (real >= 0 && model >= 0) {
    open_files[open_count].real = real;
    open_files[open_count++].model = model;
  } else {
    if (real >= 0) close(real);
    if (model >= 0) pf_close(model);
  }
}

static void use_one(void) {
  if (open_count == 0) return;
  int which = (int)below((unsigned)open_count), real = open_files[which].real, model = open_files[which].model;
  char bytes[24], got[24];
  size_t n = below(sizeof bytes);
  struct stat right_status, got_status;
  fstat(real, &right_status), pf_fstat(model, &got_status);
  same_status("an open file", &right_status, &got_status);
  if (S_ISDIR(right_status.st_mode)) n = 1; /* the order of a directory is its own business */
  for (size_t i = 0; i < n; i++) bytes[i] = (char)('a' + below(26));
  memset(got, 0, sizeof got);
  long right, model_result;
  int right_errno;
  errno = 0;
#define USE(what, real_call, model_call) (right = real_call, right_errno = errno, model_result = model_call, same(what, "", "", right, right_errno, model_result))
  switch (below(8)) {
    case 0:
    case 1:
      USE("write", write(real, bytes, n), pf_write(model, bytes, n));
      break;
    case 2:
    case 3:
      USE("read", read(real, bytes, n), pf_read(model, got, n));
      if (right > 0 && right == model_result && memcmp(bytes, got, (size_t)right) != 0) DIFFERENCE("read gives other bytes");
      break;
    case 4: {
      off_t offset = (off_t)below(40) - 10;
      if (S_ISDIR(right_status.st_mode)) break;
      int origin = (int)below(3);
      USE("lseek", lseek(real, offset, origin), pf_lseek(model, offset, origin));
      break;
    }
    case 5: {
      off_t length = (off_t)below(30) - 1;
      USE("ftruncate", ftruncate(real, length), pf_ftruncate(model, length));
      break;
    }
    case 6: {
      off_t offset = (off_t)below(30);
      USE("pwrite", pwrite(real, bytes, n, offset), pf_pwrite(model, bytes, n, offset));
      USE("pread", pread(real, bytes, n, offset), pf_pread(model, got, n, offset));
      if (right > 0 && right == model_result && memcmp(bytes, got, (size_t)right) != 0) DIFFERENCE("pread gives other bytes");
      break;
    }
    default:
      USE("close", close(real), pf_close(model));
      open_files[which] = open_files[--open_count];
      break;
  }
}

static int by_text(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

static int listed(DIR *stream, struct dirent *(*next)(DIR *), char *texts[64]) {
  int count = 0;
  for (struct dirent *entry; count < 64 && (entry = next(stream));) {
    char text[300];
    snprintf(text, sizeof text, "%s:%d", entry->d_name, entry->d_type);
    texts[count++] = strdup(text);
  }
  qsort(texts, (size_t)count, sizeof *texts, by_text);
  return count;
}

static void list_one(void) {
  const char *at = below(2) ? "." : name();
  errno = 0;
  DIR *real = opendir(at);
  int real_errno = errno;
  DIR *model = pf_opendir(at);
  same("opendir", at, "", real ? 0 : -1, real_errno, model ? 0 : -1);
  if (real && model) {
    char *right[64], *got[64];
    int right_count = listed(real, readdir, right), got_count = listed(model, pf_readdir, got);
    if (right_count != got_count) DIFFERENCE("%s lists %d entries, in the model %d", at, right_count, got_count);
    for (int i = 0; i < right_count && i < got_count; i++) {
      if (strcmp(right[i], got[i]) != 0) DIFFERENCE("%s lists %s, the model %s", at, right[i], got[i]);
    }
    for (int i = 0; i < right_count; i++) free(right[i]);
    for (int i = 0; i < got_count; i++) free(got[i]);
  }
  if (real) closedir(real);
  if (model) pf_closedir(model);
}

static void stream_one(void) {
  static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "wx"};
  const char *at = name(), *mode = modes[below(7)];
  struct stat status;
  if (stat(at, &status) == 0 && S_ISFIFO(status.st_mode)) return;
  errno = 0;
  FILE *real = fopen(at, mode);
  int real_errno = errno;
  FILE *model = pf_fopen(at, mode);
  same("fopen", at, mode, real ? 0 : -1, real_errno, model ? 0 : -1);
  if (real && model) {
    char bytes[20], got[20];
    long offset = (long)below(10);
    if (fseek(real, offset, SEEK_SET) != pf_fseek(model, offset, SEEK_SET)) DIFFERENCE("fseek in %s", at);
    size_t n = below(sizeof bytes);
    size_t right = fread(bytes, 1, n, real), read = pf_fread(got, 1, n, model);
    if (right != read || memcmp(bytes, got, right) != 0) DIFFERENCE("fread of %zu in %s with %s: %zu, model %zu", n, at, mode, right, read);
    if (!feof(real) != !pf_feof(model)) DIFFERENCE("feof after reading %zu of %s", n, at);
    fseek(real, 0, SEEK_END), pf_fseek(model, 0, SEEK_END);
    right = fwrite("text", 1, 4, real), read = pf_fwrite("text", 1, 4, model);
    if (mode[0] != 'r' && right != read) DIFFERENCE("fwrite in %s with %s: %zu, model %zu", at, mode, right, read);
    if (mode[0] != 'r' && ftell(real) != pf_ftell(model)) DIFFERENCE("ftell in %s with %s: %ld, model %ld", at, mode, ftell(real), pf_ftell(model));
    compare_calls += 5;
  }
  if (real) fclose(real);
  if (model) pf_fclose(model);
}

static void pipes(void) {
  int real[2], model[2];
  char bytes[8], got[8];
  if (pipe(real) || pf_pipe(model)) DIFFERENCE("pipe");
  compare_calls += 4;
  if (write(real[1], "pipe", 4) != pf_write(model[1], "pipe", 4)) DIFFERENCE("write to a pipe");
  struct pollfd asked[2] = {{.fd = real[0], .events = POLLIN | POLLOUT}, {.fd = real[1], .events = POLLIN | POLLOUT}};
  struct pollfd model_asked[2] = {{.fd = model[0], .events = POLLIN | POLLOUT}, {.fd = model[1], .events = POLLIN | POLLOUT}};
  if (poll(asked, 2, 0) != pf_poll(model_asked, 2, 0) || asked[0].revents != model_asked[0].revents || asked[1].revents != model_asked[1].revents) {
    DIFFERENCE("poll of a pipe: %d and %d, model %d and %d", asked[0].revents, asked[1].revents, model_asked[0].revents, model_asked[1].revents);
  }
  if (read(real[0], bytes, 3) != pf_read(model[0], got, 3) || memcmp(bytes, got, 3)) DIFFERENCE("read from a pipe");
  close(real[1]), pf_close(model[1]);
  if (read(real[0], bytes, 8) != 1 || pf_read(model[0], got, 8) != 1 || read(real[0], bytes, 8) != 0 || pf_read(model[0], got, 8) != 0) DIFFERENCE("the end of a pipe");
  close(real[0]), pf_close(model[0]);
}

void compare_fixed_cases(void) {
  static char folder[] = "/tmp/pathfold-files-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder)) abort();
  umask(022);
  signal(SIGPIPE, SIG_IGN), pf_signal(SIGPIPE, SIG_IGN);
  pipes();
}

void compare_round(void) {
  const char *first = name(), *second = name();
  struct timespec times[2] = {{.tv_sec = (time_t)below(1000000), .tv_nsec = (long)below(1000)}, {.tv_nsec = UTIME_OMIT}};
  mode_t mode = 0700 | (draw() & 077);
  off_t length = (off_t)below(4) * 7;
  switch (below(20)) {
    case 0:
      BOTH("mkdir", first, "", mkdir(first, 0755));
      break;
    case 1:
      BOTH("rmdir", first, "", rmdir(first));
      break;
    case 2:
      BOTH("unlink", first, "", unlink(first));
      break;
    case 3:
      BOTH("rename", first, second, rename(first, second));
      break;
    case 4:
      BOTH("link", first, second, link(first, second));
      break;
    case 5:
      BOTH("symlink", first, second, symlink(first, second));
      break;
    case 6:
      BOTH("truncate", first, "", truncate(first, length));
      break;
    case 7:
      BOTH("chmod", first, "", chmod(first, mode));
      break;
    case 8:
      BOTH("utimensat", first, "", utimensat(AT_FDCWD, first, times, 0));
      break;
    case 9:
      BOTH("mkfifo", first, "", mkfifo(first, 0644));
      break;
    case 10:
      BOTH("remove", first, "", remove(first));
      break;
    case 11:
      list_one();
      break;
    case 12:
      stream_one();
      break;
    case 13:
    case 14:
    case 15:
      open_one();
      break;
    case 16:
    case 17:
    case 18:
      use_one();
      break;
    default:
      look();
      break;
  }
}
