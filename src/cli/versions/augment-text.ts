/** The result of `pathfold augment` for people. */
import type { AugmentSummary } from '../commands/augment.ts';
import type { Outcomes } from './augmentation.ts';

const MOST_SHOWN = 20;

export function augmentText(summary: AugmentSummary): string {
  const { tests, added, changes, counts } = summary;
  const lines: string[] = [];
  changes.slice(0, MOST_SHOWN).forEach(({ condition, shownBy }, i) => {
    lines.push(`change ${i + 1}: when ${condition}`);
    lines.push(
      `  shown by ${shownBy.slice(0, 3).join(', ')}${shownBy.length > 3 ? ` and ${shownBy.length - 3} more` : ''}`,
    );
  });
  if (changes.length > MOST_SHOWN) lines.push(`and ${changes.length - MOST_SHOWN} more changes: see --json`);
  const changed = tests.filter(({ expected }) => expected !== null);
  lines.push(
    ...listed(
      'expected results that change:',
      changed,
      ({ name, expected, change }) =>
        `${name}${change === null ? '' : ` (change ${change})`}: ${outcomeText(expected!)}`,
    ),
  );
  lines.push(
    ...listed(`tests to add, in ${summary.folder}:`, added, ({ name, inputs, expected, change }) => {
      const shown = Object.entries(inputs)
        .map(([input, value]) => `${input} = ${typeof value === 'string' ? value.replace(/(\\x00)+"$/, '"') : value}`)
        .join(', ');
      const why = change === null ? 'affected statements that no test runs in this order' : `change ${change}`;
      return `${name} (${why}): ${shown}${expected === null ? '; the same in both versions' : `: ${outcomeText(expected)}`}`;
    }),
  );
  const standing = (which: string) => tests.filter((test) => test.standing === which).length;
  const parts = [
    `${tests.length} tests`,
    `${counts.selected} matter for the change`,
    `${standing('redundant')} redundant for it`,
    `${standing('unaffected')} unaffected`,
  ];
  if (standing('undecided') > 0) parts.push(`${standing('undecided')} undecided`);
  if (lines.length > 0) lines.push('');
  lines.push(`suite:    ${parts.join(', ')}`);
  lines.push(`selected: ${counts.selected}, added: ${counts.added}, to run: ${counts.total}`);
  lines.push(
    `verdict:  ${summary.difference}${summary.reason === null ? '' : ` (${summary.reason})`}: ${summary.guarantee}`,
  );
  return `${lines.join('\n')}\n`;
}

function listed<Item>(title: string, items: readonly Item[], text: (item: Item) => string): string[] {
  if (items.length === 0) return [];
  const lines = [title, ...items.slice(0, MOST_SHOWN).map((item) => `  ${text(item)}`)];
  if (items.length > MOST_SHOWN) lines.push(`  and ${items.length - MOST_SHOWN} more: see --json`);
  return lines;
}

function outcomeText({ old, new: changed }: Outcomes): string {
  return Object.keys(old)
    .map((name) => `${name}: ${old[name]} -> ${changed[name]}`)
    .join('; ');
}
