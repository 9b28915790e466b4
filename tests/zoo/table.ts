import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { BROWSER_NAMES, type BrowserName } from '../../launcher/find-browser.ts';
import { formatText } from '../../launcher/format-text.ts';
import { ROOT } from '../../launcher/root.ts';
import { PAGES } from './pages.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { NOT_WATCHED, type Outcome } from './scenarios/scenario.ts';

/** Known outcomes of cells, by `<page>/<browser>/<scenario>`; a run changes those it ran. */
export type Cells = Record<string, Outcome>;

const RESULTS = join(import.meta.dirname, 'results.json');
const DOCUMENT = join(ROOT, 'docs', 'pages.md');
const MARKS = { from: '<!-- zoo:table -->', to: '<!-- /zoo:table -->' } as const;

export const cellName = (page: string, browser: BrowserName, scenario: string): string =>
  `${page}/${browser}/${scenario}`;

function readCells(): Cells {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Cells) : {};
}

/** Keeps what a run knows beside what others wrote, and writes the table of it all between its marks in the document. */
export async function writeCells(known: Cells): Promise<Cells> {
  const cells = { ...readCells(), ...known };
  const sorted = Object.fromEntries(Object.entries(cells).sort(([a], [b]) => a.localeCompare(b)));
  await writeFormatted(RESULTS, JSON.stringify(sorted));
  const text = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [text.indexOf(MARKS.from), text.indexOf(MARKS.to)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has lost its marks`);
  const whole = `${text.slice(0, from + MARKS.from.length)}\n\n${pagesTable()}\n\n${table(cells)}\n\n${text.slice(to)}`;
  await writeFormatted(DOCUMENT, whole);
  return cells;
}

async function writeFormatted(file: string, text: string): Promise<void> {
  writeFileSync(file, await formatText(file, text));
}

/** One row for each page and browser, and below it a line for each reason that a cell is not closed, with its cells. */
export function table(cells: Cells): string {
  const head = ['page', 'browser', ...SCENARIOS.map(({ title }) => title), 'command ▸ request'];
  const rows: string[][] = [];
  const cellsByReason = new Map<string, string[]>();
  for (const page of PAGES) {
    for (const browser of BROWSER_NAMES) {
      const outcomes = SCENARIOS.map(({ name }) => cells[cellName(page.name, browser, name)]);
      if (outcomes.every((outcome) => outcome === undefined)) continue;
      const marks = outcomes.map((outcome, index) => {
        if (outcome === undefined) return '–';
        if (outcome.kind === 'closed') return 'closed';
        const title = SCENARIOS[index]?.title;
        if (outcome.what !== NOT_WATCHED) {
          const reason = `${title}, ${outcome.kind}: ${escape(outcome.what)}`;
          const where = `${page.name} (${browser})`;
          cellsByReason.set(reason, [...(cellsByReason.get(reason) ?? []), where]);
        }
        return outcome.kind === 'failed' ? '**failed**' : 'refused';
      });
      const times = outcomes.flatMap((outcome) => outcome?.commandToRequestMs ?? []);
      rows.push([page.name, browser, ...marks, times.length === 0 ? '–' : `${median(times)} ms`]);
    }
  }
  const notes = [...cellsByReason].map(([reason, where]) => `- ${reason} In: ${where.join(', ')}.`);
  return [lines([head, ...rows]), notes.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** Returns the table of pages with their packages. */
function pagesTable(): string {
  const rows = PAGES.map(({ name, packages, wire, id }) => [name, packages, wire, id]);
  return lines([['page', 'made with', 'over the wire', 'id'], ...rows]);
}

function lines([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...rows];
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** As text, and not as markdown or markup. */
function escape(text: string): string {
  return text.replace(/[\\`*_<>|[\]]/g, '\\$&');
}
