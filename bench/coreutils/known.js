/**
 * Programs that natively find another world than the model gives them (docs/ENVIRONMENT.md): what they print and reach there differs
 * for that reason, and is listed without being counted as wrong.
 */
const CLOCK = 'the clock: it is 2023-11-14 22:13 in the model, and each look takes a millisecond';
const USERS = 'the user, the groups and who is logged in';

export const ANOTHER_WORLD = {
  date: CLOCK,
  dd: CLOCK,
  df: 'what is mounted',
  groups: USERS,
  hostid: 'the name of the machine',
  id: USERS,
  logname: USERS,
  ls: `${CLOCK}; and what lies in the root directory`,
  dir: `${CLOCK}; and what lies in the root directory`,
  vdir: `${CLOCK}; and what lies in the root directory`,
  nproc: 'the number of processors',
  pinky: USERS,
  pr: CLOCK,
  pwd: 'the name of the working directory',
  stat: `${CLOCK}; numbers of files and devices`,
  touch: CLOCK,
  tty: 'whether there is a terminal',
  uname: 'the name of the machine',
  uptime: CLOCK,
  users: USERS,
  who: USERS,
  whoami: USERS,
};
