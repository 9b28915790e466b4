import { parseCLI, startVitest } from 'vitest/node';
import { ensureBrowser } from '../launcher/ensure-browser.ts';
import { BROWSER_NAMES } from '../launcher/find-browser.ts';
import { CountingReporter, tallyLine } from './support/counting-reporter.ts';

// `npm test [-- <vitest arguments>]`: every test there is but the long ones, browsers included, unless the arguments
// name some of them.
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

if (filter.length === 0) {
  for (const name of BROWSER_NAMES) {
    // Without a browser its tests fail and say why; the others are worth running all the same.
    await ensureBrowser(name, say).catch((error: unknown) => say(String(error)));
  }
}

const counting = new CountingReporter();
const { reporter: asked = 'default', ...settings } = options;
const vitest = await startVitest(filter, {
  ...settings,
  project: settings.project ?? ['!long'],
  watch: false,
  reporters: [...[asked].flat(), counting],
});
await vitest.close();

const tally = counting.tally ?? { passed: 0, failed: 0, skipped: 0 };
const ok = tally.failed === 0 && tally.passed > 0;
process.stdout.write(`${tallyLine(tally)}\n`, () => process.exit(ok ? 0 : 1));

function say(line: string): void {
  console.error(line);
}
