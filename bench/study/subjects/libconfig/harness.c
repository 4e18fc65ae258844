/* libconfig: a configuration of at most N bytes after "a". */
#include <libconfig.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char input[N + 2] = "a";
  pathfold_string(input + 1, N + 1, "input");
  config_t configuration;
  config_init(&configuration);
  int accepted = config_read_string(&configuration, input);
  if (accepted) printf("%d settings\n", config_setting_length(config_root_setting(&configuration)));
  config_destroy(&configuration);
  return !accepted;
}
