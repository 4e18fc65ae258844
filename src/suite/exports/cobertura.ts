/** Coverage as Cobertura's XML, made from the tracefile that every run writes. */
import { XML_DECLARATION, xmlText } from './xml.ts';

interface FileCoverage {
  readonly name: string;
  readonly lines: Map<number, number>;
  /** Per line: how many directions there are and are taken. */
  readonly branches: Map<number, { total: number; taken: number }>;
}

export function coberturaReport(tracefile: string, time: Date): string {
  const files = filesOf(tracefile);
  const all = files.flatMap(({ lines }) => [...lines.values()]);
  const branches = files.flatMap((file) => [...file.branches.values()]);
  const covered = all.filter((hits) => hits > 0).length;
  const [taken, total] = [sum(branches.map((each) => each.taken)), sum(branches.map((each) => each.total))];
  return [
    XML_DECLARATION,
    '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">',
    `<coverage line-rate="${rate(covered, all.length)}" branch-rate="${rate(taken, total)}" lines-covered="${covered}" lines-valid="${all.length}" branches-covered="${taken}" branches-valid="${total}" complexity="0" version="pathfold" timestamp="${time.getTime()}">`,
    '  <sources><source>.</source></sources>',
    '  <packages>',
    `    <package name="." line-rate="${rate(covered, all.length)}" branch-rate="${rate(taken, total)}" complexity="0">`,
    '      <classes>',
    ...files.flatMap(classLines),
    '      </classes>',
    '    </package>',
    '  </packages>',
    '</coverage>',
    '',
  ].join('\n');
}

function classLines({ name, lines, branches }: FileCoverage): string[] {
  const hits = [...lines.values()];
  const directions = [...branches.values()];
  const rates = `line-rate="${rate(hits.filter((hit) => hit > 0).length, hits.length)}" branch-rate="${rate(sum(directions.map((each) => each.taken)), sum(directions.map((each) => each.total)))}"`;
  return [
    `        <class name="${xmlText(name)}" filename="${xmlText(name)}" ${rates} complexity="0">`,
    '          <methods/>',
    '          <lines>',
    ...[...lines]
      .sort(([a], [b]) => a - b)
      .map(([line, hit]) => `            ${lineText(line, hit, branches.get(line))}`),
    '          </lines>',
    '        </class>',
  ];
}

function lineText(line: number, hits: number, branch: { total: number; taken: number } | undefined): string {
  if (branch === undefined) return `<line number="${line}" hits="${hits}" branch="false"/>`;
  const { taken, total } = branch;
  return `<line number="${line}" hits="${hits}" branch="true" condition-coverage="${Math.floor((100 * taken) / total)}% (${taken}/${total})"/>`;
}

function filesOf(tracefile: string): FileCoverage[] {
  const files: FileCoverage[] = [];
  for (const line of tracefile.split('\n')) {
    const [key, value] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)];
    if (key === 'SF') files.push({ name: value, lines: new Map(), branches: new Map() });
    const file = files.at(-1);
    if (file === undefined) continue;
    if (key === 'DA') {
      const [number, hits] = value.split(',').map(Number);
      file.lines.set(number, hits);
    } else if (key === 'BRDA') {
      const [number, , , taken] = value.split(',');
      const branch = file.branches.get(Number(number)) ?? { total: 0, taken: 0 };
      file.branches.set(Number(number), {
        total: branch.total + 1,
        taken: branch.taken + (taken !== '-' && taken !== '0' ? 1 : 0),
      });
    }
  }
  return files;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function rate(part: number, whole: number): string {
  return whole === 0 ? '1' : (part / whole).toFixed(4);
}
