import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../../launcher/root.ts';
import { runTool } from '../support/run-tool.ts';

const { references } = z
  .object({ references: z.array(z.object({ path: z.string() })).min(5) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')));

test.for(references)('the types of $path hold', async ({ path }) => {
  // Nothing is written: other rooms are checked from the same sources at any time.
  await passes('tsc', ['--project', path, '--composite', 'false', '--incremental', 'false']);
});

test('the lint rules hold, those that need types too', async () => {
  await passes('oxlint', ['--type-aware', '--deny-warnings']);
});

test('everything is formatted', async () => {
  await passes('prettier', ['--check', '--log-level', 'warn', '.']);
});

test('no file, export or dependency is unused', async () => {
  await passes('knip', ['--no-progress']);
});

async function passes(tool: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runTool(tool, args);
  expect(code, output).toBe(0);
}
