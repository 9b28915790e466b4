import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildExtension } from '../../../launcher/build-extension.ts';
import { runTool } from '../../kit/run-tool.ts';

const Found = z.array(z.unknown());
const Lint = z.object({
  summary: z.object({ errors: z.number(), warnings: z.number(), notices: z.number() }),
  errors: Found,
  warnings: Found,
  notices: Found,
});

test('the linter of Firefox’s store finds nothing', async () => {
  const dir = await buildExtension('firefox');
  const args = ['lint', '--source-dir', dir, '--output', 'json', '--no-config-discovery'];
  const { output } = await runTool('web-ext', args);
  const { summary, ...found } = Lint.parse(JSON.parse(output.slice(output.indexOf('{'))));
  expect(found).toEqual({ errors: [], warnings: [], notices: [] });
  expect(summary).toEqual({ errors: 0, warnings: 0, notices: 0 });
});
