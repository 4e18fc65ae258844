/*
 * Inputs for a program that runs as WebAssembly: fetched from outside before main, so that one compiled program serves
 * every test. Compiled together with pathfold_replay.c, whose table it fills.
 *
 * The block that comes in: the number of inputs, then for each one the length of its name, its size, the name with a
 * terminating zero, and its bytes. Numbers are 32 bits, little-endian, not aligned.
 */
#include <stdlib.h>
#include <string.h>

struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

#define MAX_INPUTS 65536
struct pf_replay_input __pf_replay_inputs[MAX_INPUTS];
unsigned __pf_replay_count;

__attribute__((import_module("pathfold"), import_name("inputs_size"))) unsigned pf_wasm_inputs_size(void);
__attribute__((import_module("pathfold"), import_name("inputs_copy"))) int pf_wasm_inputs_copy(unsigned char *into);

__attribute__((import_module("pathfold"), import_name("say"))) int pf_wasm_say(const char *bytes, unsigned size);

/* What the library has to say, apart from the streams that the program writes to. */
void __pf_replay_channel(const char *bytes, size_t size) { pf_wasm_say(bytes, size); }

static unsigned word(const unsigned char **at) {
  unsigned value;
  memcpy(&value, *at, sizeof value);
  *at += sizeof value;
  return value;
}

__attribute__((constructor)) static void pf_wasm_load(void) {
  unsigned size = pf_wasm_inputs_size();
  if (size == 0) return;
  unsigned char *block = malloc(size);
  if (block == NULL) abort();
  pf_wasm_inputs_copy(block);
  const unsigned char *at = block;
  unsigned count = word(&at);
  if (count > MAX_INPUTS) abort();
  for (unsigned i = 0; i < count; i++) {
    unsigned name_length = word(&at);
    struct pf_replay_input *input = &__pf_replay_inputs[i];
    input->size = word(&at);
    input->name = (const char *)at;
    at += name_length + 1;
    input->bytes = at;
    at += input->size;
  }
  __pf_replay_count = count;
}
