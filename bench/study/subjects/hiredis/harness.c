/* hiredis: a reply of Redis in N arbitrary bytes. */
#include <pathfold.h>
#include <stdio.h>
#include <read.h>

static int made;

static void *string(const redisReadTask *task, char *text, size_t length) {
  (void)text;
  printf("string %d of %zu\n", task->type, length);
  return &made;
}

static void *array(const redisReadTask *task, int count) {
  (void)task;
  printf("array of %d\n", count > 9 ? 9 : count);
  return &made;
}

static void *integer(const redisReadTask *task, long long value) {
  (void)task;
  puts(value < 0 ? "negative" : "integer");
  return &made;
}

static void *nil(const redisReadTask *task) {
  (void)task;
  puts("nil");
  return &made;
}

static void release(void *object) { (void)object; }

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  redisReplyObjectFunctions functions = {string, array, integer, nil, release};
  redisReader *reader = redisReaderCreateWithFunctions(&functions);
  if (reader == NULL) return 2;
  redisReaderFeed(reader, input, sizeof input);
  void *reply = NULL;
  int failed = redisReaderGetReply(reader, &reply) != REDIS_OK;
  redisReaderFree(reader);
  return failed ? 1 : reply == NULL ? 3 : 0;
}
