/* What configure would find out. Hashes begin with a constant instead of a random number. */
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
#define XML_POOR_ENTROPY 1
