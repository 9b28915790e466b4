import { parseCLI, startVitest } from 'vitest/node';
import { ensureBrowser } from '../launcher/ensure-browser.ts';
import { BROWSER_NAMES } from '../launcher/find-browser.ts';
import { readArguments } from './runner/read-arguments.ts';
import { type Selection, selectChanged } from './runner/select-changed.ts';
import { CountingReporter, tallyLine } from './kit/counting-reporter.ts';

// `npm test [-- [--changed [<commit>]] <vitest arguments>]`, `npm run test:long [-- --area <name>]`: docs/tests.md.
const asked = readArguments(process.argv.slice(2));
if (typeof asked === 'string') refuse(asked);
const { filter, options } = parseCLI(['vitest', 'run', ...asked.forVitest]);
const selection = select(asked.changedSince);
for (const line of selection?.told ?? []) say(line);
if (selection?.files.length === 0) process.exit(0);

if (selection?.needsBrowsers ?? filter.length === 0) {
  for (const name of BROWSER_NAMES) {
    // Without a browser its tests fail and say why; the others are worth running all the same.
    await ensureBrowser(name, say).catch((error: unknown) => say(String(error)));
  }
}

const counting = new CountingReporter();
const { reporter: reporters = 'default', ...settings } = options;
const vitest = await startVitest([...(selection?.files ?? filter)], {
  ...settings,
  project: settings.project ?? ['!long'],
  watch: false,
  reporters: [...[reporters].flat(), counting],
});
await vitest.close();

const tally = counting.tally ?? { passed: 0, failed: 0, skipped: 0 };
const ok = tally.failed === 0 && tally.passed > 0;
process.stdout.write(`${tallyLine(tally)}\n`, () => process.exit(ok ? 0 : 1));

function select(changedSince: string | null | undefined): Selection | null {
  if (changedSince === undefined) return null;
  try {
    return selectChanged(changedSince, filter);
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause));
  }
}

function refuse(why: string): never {
  say(why);
  process.exit(2);
}

function say(line: string): void {
  console.error(line);
}
