import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { spawnBaton } from '../../kit/run-baton.ts';
import { runConductor, tempDir } from '../../kit/running-conductor.ts';

it('opens a page that only its owner can read, and no link stands on a command line', async () => {
  const conductor = await runConductor();
  const dir = tempDir();
  const noted = join(dir, 'noted');
  const opener = `#!/bin/sh\nprintf '%s' "$*" > '${noted}.new' && mv '${noted}.new' '${noted}'\n`;
  writeFileSync(join(dir, 'xdg-open'), opener);
  chmodSync(join(dir, 'xdg-open'), 0o755);

  const env = { PATH: `${dir}:/usr/bin:/bin`, DISPLAY: ':0' };
  const { code, out } = await spawnBaton(
    ['open', '/approvals', '--json', '--data-dir', conductor.dataDir],
    { env },
  );
  expect(code).toBe(0);
  const { url, opened } = JSON.parse(out) as { readonly url: string; readonly opened: boolean };
  expect(opened).toBe(true);
  await expect.poll(() => readFile(noted, 'utf8').catch(() => '')).toMatch(/^file:\/\//);
  const page = fileURLToPath(readFileSync(noted, 'utf8'));
  expect(page.startsWith(conductor.dataDir)).toBe(true);
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(readFileSync(page, 'utf8')).toContain(url.replaceAll('&', '&amp;'));
});
