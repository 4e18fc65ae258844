/** Which runs a section rests on. */

export function runLines(results) {
  const known = results.filter((result) => result !== null);
  if (known.length === 0) return ['Not measured yet.', ''];
  return [
    ...known.map(({ run }) => {
      const part = run.quick ? ', on a part of its programs' : '';
      return `- \`${run.command}\` on commit ${run.commit}, Node ${run.node}, ${run.minutes} min${part}`;
    }),
    '',
  ];
}

/** For rows that carry their run themselves. */
export function rowRunLines(rows, command) {
  const runs = new Map();
  for (const { run, seconds, program } of rows) {
    const key = `\`${command} --seconds ${seconds}\` on commit ${run.commit}, Node ${run.node}`;
    runs.set(key, [...(runs.get(key) ?? []), program]);
  }
  return [...[...runs].map(([key, programs]) => `- ${key}: ${programs.length} programs`), ''];
}

/** Rows with the longest time limit of which there are many: shorter ones were trials. */
export function mainRows(rows) {
  const counts = new Map();
  for (const { seconds } of rows) counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const chosen = Math.max(0, ...[...counts].filter(([, count]) => count >= most / 2).map(([seconds]) => seconds));
  return rows.filter(({ seconds }) => seconds === chosen);
}

export function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
