/* mosquitto: a subscription of at most N bytes against a topic of at most N - 1. */
#include <mosquitto.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char subscription[N + 1];
  char topic[N];
  pathfold_string(subscription, sizeof subscription, "subscription");
  pathfold_string(topic, sizeof topic, "topic");
  bool matches = false;
  int status = mosquitto_topic_matches_sub(subscription, topic, &matches);
  if (status == MOSQ_ERR_SUCCESS) puts(matches ? "match" : "no match");
  return status;
}
