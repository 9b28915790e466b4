import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { buildExtension } from '../../launcher/build-extension.ts';
import { ensureBrowser } from '../../launcher/ensure-browser.ts';
import { openPairedBrowser } from '../../launcher/open-paired-browser.ts';
import { type ConductorProcess, startConductorProcess } from '../support/conductor-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-paired-'));
  closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

describe.each(['chromium', 'firefox'] as const)('%s as npm start opens it', (name) => {
  it('is paired once, and anew where its conductor has moved to another port', async () => {
    const [dataDir, profileDir, extensionDir, executablePath] = [
      newDir(),
      newDir(),
      await buildExtension(name),
      await ensureBrowser(name, () => undefined),
    ];
    const open = async (conductor: ConductorProcess): Promise<'already' | 'now'> => {
      const options = { executablePath, extensionDir, profileDir, headless: true };
      const { opened, paired } = await openPairedBrowser(name, options, conductor.admin, (each) =>
        closers.push(() => each.close()),
      );
      await opened.close();
      return paired;
    };
    const first = await startConductorProcess({ dataDir });
    closers.push(() => first.dispose());
    expect(await open(first)).toBe('now');
    expect(await open(first)).toBe('already');
    await first.dispose();

    const moved = await startConductorProcess({ dataDir });
    closers.push(() => moved.dispose());
    expect(moved.url).not.toBe(first.url);
    expect(await open(moved)).toBe('now');
    expect(await open(moved)).toBe('already');
  });
});
