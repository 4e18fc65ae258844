/** Writes report.html into the folder of a run; returns its path. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { reportPage } from '../../report/page/page.ts';
import { reportData } from '../../report/report-data.ts';
import { readJournal } from '../../suite/journal/reader.ts';
import { JOURNAL_FILE } from '../../suite/journal/records.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import type { Terminal } from '../terminal.ts';
import { walkStored } from './stored-walks.ts';

const REPORT_FILE = 'report.html';

export async function writeReport(folder: string, terminal: Terminal): Promise<string> {
  const journalPath = join(folder, JOURNAL_FILE);
  const journal = existsSync(journalPath) ? readJournal(journalPath) : null;
  const followed =
    journal === null
      ? 'the command keeps no tests that could be followed'
      : await walkStored(folder, journal, terminal);
  const page = reportPage(reportData(folder, followed));
  const path = join(folder, REPORT_FILE);
  try {
    writeFileSync(path, page);
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${reasonOf(error)}`, 'make the folder writable');
  }
  return path;
}
