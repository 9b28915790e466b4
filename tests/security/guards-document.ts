import { AREAS, type Threat } from './threats.ts';
import { BROWSER_GUARDS } from './browser-guards.ts';
import { guardMarks } from './guard-marks.ts';
import { GUARDS } from './guards.ts';

/** The document of guards that `npm run generate` writes: each threat with the line that holds it and the test that fails without that line. */
export function guardsDocument(): string {
  const marks = new Map(guardMarks().map((mark) => [mark.name, mark]));
  const guards = new Map([...GUARDS, ...BROWSER_GUARDS].map((guard) => [guard.name, guard]));

  function row({ guard, test, who, may, mayNot }: Threat): string {
    const mark = marks.get(guard ?? '');
    const place = mark === undefined ? (guards.get(guard ?? '')?.file ?? '–') : placeOf(mark);
    const shown = test ?? guards.get(guard ?? '')?.test ?? '–';
    const cells = [who, may, mayNot, guard ?? '_absence_', place, shown];
    return `| ${cells.join(' | ')} |`;
  }

  const areas = AREAS.map(({ title, prose, threats }) =>
    [`## ${title}`, prose, [...HEAD, ...threats.map(row)].join('\n')].join('\n\n'),
  );
  return `${['# Security guards', INTRODUCTION, ...areas].join('\n\n')}\n`;
}

const INTRODUCTION =
  'Made by `npm run generate` from `tests/security/threats`, `tests/security/guards.ts` and the comments ' +
  '`// guard: name` in the sources. `npm run security:guards` removes each line and shows that its test fails.';

const HEAD = [
  '| who ▸ channel | may | may not | guard | line | test |',
  '| --- | --- | --- | --- | --- | --- |',
];

function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
