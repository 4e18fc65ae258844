/** The whole script of a report. */
import { CORE } from './core.ts';
import { OVERVIEW } from './overview.ts';
import { SOURCES } from './sources.ts';
import { TABLES } from './tables.ts';
import { TESTS } from './tests.ts';

const START = 'overview(); faults(); signature(); changes(); sources(); tests(); tree(); costs();\n';

export const SCRIPT = [CORE, OVERVIEW, TABLES, SOURCES, TESTS, START].join('');
