import { chmodSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openUrl } from '../../../conductor/src/cli/open-url.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const URL_TO_OPEN = 'http://baton.localhost:7717/enter#code=a&to=%2Fapprovals';

/** A folder with a program that notes what it is asked to open. */
function openerIn(name: string): { readonly env: NodeJS.ProcessEnv; readonly noted: string } {
  const dir = tempDir();
  const noted = join(dir, 'noted');
  writeFileSync(
    join(dir, name),
    `#!/bin/sh\nprintf '%s' "$*" > '${noted}.new' && mv '${noted}.new' '${noted}'\n`,
  );
  chmodSync(join(dir, name), 0o755);
  return { env: { PATH: `${dir}:/usr/bin:/bin`, DISPLAY: ':0' }, noted };
}

it.each([
  ['linux', 'xdg-open', URL_TO_OPEN],
  ['darwin', 'open', URL_TO_OPEN],
  ['win32', 'rundll32', `url.dll,FileProtocolHandler ${URL_TO_OPEN}`],
] as const)('on %s %s gets the address whole', async (platform, name, expected) => {
  const { env, noted } = openerIn(name);
  expect(await openUrl(URL_TO_OPEN, env, platform)).toBe(true);
  await expect.poll(() => readFile(noted, 'utf8').catch(() => '')).toBe(expected);
});

it('opens nothing over ssh, without a screen, or where nothing opens addresses', async () => {
  const { env } = openerIn('xdg-open');
  const without = [
    { ...env, SSH_CONNECTION: '10.0.0.1 22' },
    { ...env, DISPLAY: undefined },
    { ...env, PATH: tempDir() },
  ];
  for (const one of without) expect(await openUrl(URL_TO_OPEN, one, 'linux')).toBe(false);
});
