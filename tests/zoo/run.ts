import { parseArgs } from 'node:util';

import { BROWSER_NAMES } from '../../launcher/find-browser.ts';
import { tallyLine } from '../kit/counting-reporter.ts';
import { PAGES } from './pages.ts';
import { runPage } from './run-page.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { type Cells, cellName, table, writeCells } from './table.ts';

// `npm run test:zoo [-- --only <pages> --browser <names> --scenario <names>]`: chat pages that other people wrote, and
// how far Baton gets with each. Names are separated by commas.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    browser: { type: 'string' },
    scenario: { type: 'string' },
  },
});

const pages = chosen(PAGES, ({ name }) => name, '--only', values.only);
const browsers = chosen(BROWSER_NAMES, (name) => name, '--browser', values.browser);
const scenarios = chosen(SCENARIOS, ({ name }) => name, '--scenario', values.scenario);

const known: Cells = {};
let cells: Cells = {};
const tally = { passed: 0, failed: 0, skipped: 0 };
for (const page of pages) {
  for (const browser of browsers) {
    await runPage(page, browser, scenarios, (scenario, outcome) => {
      const { kind, what } = outcome;
      known[cellName(page.name, browser, scenario.name)] = outcome;
      const { mayRefuse } = scenario;
      const isAllowed = typeof mayRefuse === 'boolean' ? mayRefuse : mayRefuse(page);
      const isPassed = kind === 'closed' || (kind === 'refused' && isAllowed);
      tally[isPassed ? 'passed' : 'failed'] += 1;
      const line = [`${page.name} in ${browser}, ${scenario.title}: ${kind}`, what].filter(Boolean);
      console.log(line.join(': '));
    });
    // A run that is cut has written what it knows.
    cells = await writeCells(known);
  }
}
console.log(`\n${table(cells)}\n`);
const ok = tally.failed === 0 && tally.passed > 0;
process.stdout.write(`${tallyLine(tally)}\n`, () => process.exit(ok ? 0 : 1));

function chosen<Thing>(
  all: readonly Thing[],
  nameOf: (thing: Thing) => string,
  option: string,
  value: string | undefined,
): readonly Thing[] {
  if (value === undefined) return all;
  return value.split(',').map((name) => {
    const found = all.find((each) => nameOf(each) === name);
    if (found !== undefined) return found;
    throw new Error(`${option} takes ${all.map(nameOf).join(', ')}, and not ${name}`);
  });
}
