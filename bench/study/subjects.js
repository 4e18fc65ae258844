import { LENGTHS } from './claims.js';

/**
 * The subjects of the study: third-party C in the shape of Debian source packages, each with a harness of ours in
 * subjects/NAME/ that feeds it N arbitrary bytes.
 *
 * They were chosen before anything was tuned on them, by looking for parsers and matchers among Debian's packages, not by
 * what reductions do with them. In alphabetical order every other one, beginning with the first, is for tuning; the others
 * are held out: look at them only to report them. One that cannot be run yet stays in the list, with the reason.
 *
 * `size` is the largest N at which the exhaustive search takes at most 60 seconds. `ways` are explored besides the usual ones, and `also`
 * says what is run at other sizes, for claims.js. Paths are relative to the unpacked package.
 */
const ALPHABETICAL = [
  ...['c-ares', 'cjson', 'cmark', 'expat', 'git', 'hiredis', 'http-parser', 'jansson', 'jsmn', 'json-c', 'libb64'],
  ...[
    'libconfig',
    'libcsv',
    'libidn',
    'libyaml',
    'lua5.4',
    'md4c',
    'mosquitto',
    'mujs',
    'mxml',
    'popt',
    'tre',
    'yajl',
    'zlib',
  ],
];

const CHOSEN = {
  'c-ares': {
    about: 'compressed domain names of DNS messages',
    sources: [
      'src/lib/ares_expand_name.c',
      'src/lib/ares_free_string.c',
      'src/lib/ares_library_init.c',
      'src/lib/ares_nowarn.c',
    ],
    include: ['include', 'src/lib'],
    defines: ['HAVE_CONFIG_H'],
    size: 6,
  },
  cjson: { about: 'JSON, as a tree', sources: ['cJSON.c'], include: ['.'], size: 4 },
  cmark: {
    about: 'Markdown to HTML',
    sources: [
      ...['blocks', 'buffer', 'cmark', 'cmark_ctype', 'houdini_href_e', 'houdini_html_e', 'houdini_html_u', 'html'],
      ...['inlines', 'iterator', 'node', 'references', 'scanners', 'utf8'],
    ].map((name) => `src/${name}.c`),
    include: ['src'],
    size: 2,
  },
  expat: {
    about: 'XML',
    sources: ['xmlparse', 'xmlrole', 'xmltok'].map((name) => `expat/lib/${name}.c`),
    include: ['expat/lib'],
    size: 3,
  },
  git: {
    about: 'wildcard patterns of paths',
    sources: ['wildmatch.c'],
    include: ['.'],
    // wildmatch.c finds git's own cache.h first, which includes what is no part of matching.
    defines: ['CACHE_H'],
    prelude: true,
    size: 8,
  },
  hiredis: { about: 'replies of Redis', sources: ['read.c', 'sds.c', 'alloc.c'], include: ['.'], size: 12 },
  'http-parser': { about: 'HTTP requests', sources: ['http_parser.c'], include: ['.'], size: 9 },
  jansson: {
    about: 'JSON, as a tree',
    sources: [
      ...['error', 'hashtable', 'hashtable_seed', 'load', 'memory', 'strbuffer', 'strconv', 'utf', 'value'],
      ...['dump', 'pack_unpack'],
    ].map((name) => `src/${name}.c`),
    include: ['src'],
    defines: ['HAVE_CONFIG_H'],
    size: 4,
  },
  jsmn: { about: 'JSON tokens', sources: [], include: ['.'], size: 7 },
  'json-c': {
    about: 'JSON, byte by byte',
    sources: [
      ...['arraylist', 'debug', 'json_object', 'json_tokener', 'json_util', 'linkhash', 'printbuf', 'random_seed'],
      'strerror_override',
    ].map((name) => `${name}.c`),
    include: ['.'],
    size: 4,
  },
  libb64: { about: 'Base64', sources: ['src/cdecode.c'], include: ['include'], size: 9 },
  libconfig: {
    about: 'configuration files, with a scanner and a parser made by flex and bison',
    sources: ['grammar', 'libconfig', 'scanctx', 'scanner', 'strbuf'].map((name) => `lib/${name}.c`),
    include: ['lib'],
    size: 2,
  },
  libcsv: {
    about: 'CSV',
    sources: ['libcsv.c'],
    include: ['.'],
    size: 6,
    ways: ['summarize'],
    also: [{ size: 4, ways: ['none', 'test', 'cover', 'dependence', 'output', 'summarize'] }, ...growth(['test'])],
  },
  libidn: { about: 'Punycode', sources: ['lib/punycode.c'], include: ['lib'], size: 3 },
  libyaml: {
    about: 'YAML',
    sources: ['api', 'parser', 'reader', 'scanner'].map((name) => `src/${name}.c`),
    include: ['include', 'src'],
    defines: ['YAML_VERSION_STRING="0"', 'YAML_VERSION_MAJOR=0', 'YAML_VERSION_MINOR=0', 'YAML_VERSION_PATCH=0'],
    size: 4,
  },
  'lua5.4': {
    about: 'patterns of Lua',
    // The harness includes lstrlib.c, whose functions are static.
    sources: [],
    include: ['src'],
    size: 5,
  },
  md4c: { about: 'Markdown', sources: ['src/md4c.c'], include: ['src'], size: 3 },
  mosquitto: { about: 'topics of MQTT', sources: ['lib/util_topic.c'], include: ['.', 'include', 'lib'], size: 11 },
  mujs: {
    about: 'regular expressions of JavaScript',
    sources: ['regexp.c', 'utf.c'],
    include: ['.'],
    prelude: true,
    size: 3,
  },
  mxml: {
    about: 'XML, as a tree',
    sources: ['attr', 'entity', 'file', 'get', 'index', 'node', 'private', 'search', 'set', 'string'].map(
      (name) => `mxml-${name}.c`,
    ),
    include: ['.'],
    size: 5,
  },
  popt: {
    about: 'words of a command line',
    sources: ['src/poptparse.c'],
    defines: ['HAVE_STPCPY'],
    include: ['src'],
    size: 9,
  },
  tre: {
    about: 'regular expressions of POSIX',
    sources: [
      ...['regcomp', 'regexec', 'tre-ast', 'tre-compile', 'tre-match-backtrack', 'tre-match-parallel', 'tre-mem'],
      ...['tre-parse', 'tre-stack', 'xmalloc'],
    ].map((name) => `lib/${name}.c`),
    include: ['lib'],
    defines: ['HAVE_CONFIG_H'],
    size: 2,
  },
  yajl: {
    about: 'JSON, by events',
    sources: ['yajl', 'yajl_alloc', 'yajl_buf', 'yajl_encode', 'yajl_lex', 'yajl_parser'].map(
      (name) => `src/${name}.c`,
    ),
    include: ['src', 'src/api'],
    size: 7,
  },
  zlib: {
    about: 'headers of zlib and gzip, and the beginning of a deflated block',
    sources: ['adler32', 'crc32', 'inffast', 'inflate', 'inftrees', 'zutil'].map((name) => `${name}.c`),
    include: ['.'],
    defines: ['HAVE_UNISTD_H'],
    size: 7,
  },
};

/** Programs of ours for claims that need a known shape; no part of any mean. */
const OURS = {
  schedule: {
    about: 'a scheduler with priority queues, driven by N commands in 1..7',
    sources: [],
    include: [],
    size: 3,
    ways: ['printed'],
    also: [{ size: 4, ways: ['none', 'test', 'dependence', 'output'] }],
  },
  'state-machine': {
    about: 'a parser without memory beyond its state',
    sources: [],
    include: [],
    size: 6,
    also: growth(['test', 'cover']),
  },
};

const chosen = ALPHABETICAL.map((name, i) => ({
  name,
  half: i % 2 === 0 ? 'tuning' : 'held-out',
  package: name,
  ...CHOSEN[name],
})).filter(({ size }) => size !== undefined);
const ours = Object.entries(OURS).map(([name, subject]) => ({ name, half: 'ours', package: null, ...subject }));

export const SUBJECTS = [...chosen, ...ours];
/** At lengths where exhaustive search has no chance. */
function growth(ways) {
  return LENGTHS.map((size) => ({ size, ways }));
}

export const HALVES = ['tuning', 'held-out', 'ours'];
