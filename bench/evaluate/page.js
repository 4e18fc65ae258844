/** docs/EVALUATION.md and its figures, made from the recorded results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRows } from '../coreutils/rows.js';
import { readResult, resultFile } from './results.js';
import { dependenceSection } from './sections/dependence-guided.js';
import { incrementalSection } from './sections/directed-incremental.js';
import { postconditionedSection } from './sections/postconditioned.js';
import { redundantSection } from './sections/redundant-states.js';
import { outputSection } from './sections/symbolic-output.js';
import { PAPERS } from './steps.js';

const PAGE = fileURLToPath(new URL('../../docs/EVALUATION.md', import.meta.url));

export function writePage() {
  const { text, figures } = pageOf({
    cover: readRows(resultFile('coreutils-cover.jsonl')),
    test: readRows(resultFile('coreutils-test.jsonl')),
    result: (name) => readResult(`${name}.json`),
  });
  for (const [name, drawing] of Object.entries(figures)) {
    const file = resultFile(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, drawing);
  }
  writeFileSync(PAGE, text);
}

/** The page and the figures it shows, by the names of their files. `results` are rows of coreutils, and results by name. */
export function pageOf(results) {
  const sections = [
    redundantSection(results.cover),
    postconditionedSection(results.test, results.result('postcondition-switches')),
    dependenceSection(results.result('dependence-paths'), results.result('dependence-mutants')),
    outputSection(results.result('output-paths'), results.result('output-debugging')),
    incrementalSection(results.result('versions-searches'), results.result('versions-tests')),
  ];
  const lines = [...INTRODUCTION, ...trialLines(results), ...sections.flatMap(({ lines }) => lines)];
  return {
    text: `${lines.join('\n').trimEnd()}\n`,
    figures: Object.assign({}, ...sections.map(({ figures = {} }) => figures)),
  };
}

/** The time that the study of coreutils is meant to have. */
const USUAL_SECONDS = 20;

function trialLines({ cover, test, result }) {
  const names = Object.values(PAPERS).flatMap((steps) => steps.flatMap(({ name }) => name ?? []));
  const isTrial =
    [...cover, ...test].some(({ seconds }) => seconds < USUAL_SECONDS) || names.some((name) => result(name)?.run.quick);
  if (!isTrial) return [];
  return [
    '**Some of this comes from short trials**, named below each section: a few programs, or a few seconds each, on a machine that was',
    'busy with other work. Ratios of time are rough there, and so is what a search that time stopped has counted.',
    '',
  ];
}

const INTRODUCTION = [
  '# What the papers measured, measured here',
  '',
  '<!-- Made by `npm run evaluate`, or `npm run evaluate -- --page` from docs/evaluation/; do not edit. -->',
  '',
  'Each reduction comes from a paper ([ARCHITECTURE.md](../ARCHITECTURE.md), bibliography). For each of them: what its authors reported, what',
  'pathfold does on subjects of the same kind, and where the two cannot be compared. Theirs ran on machines of 2010 to 2016, on KLEE (C++) or',
  'Symbolic PathFinder (Java); here everything is TypeScript on Node, and *exhaustive* is our own exhaustive search, on the same machine.',
  'Our guarantees are stricter than theirs: every cut is held against exhaustive search by a referee (`npm run referee`).',
  '',
];
