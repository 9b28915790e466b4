import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { programWorld } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

/** Processes that work in a folder. */
function workingIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // No process, or it ended a moment ago.
    }
  });
}

describe.skipIf((await loadPty()) === null || process.platform !== 'linux')(
  'the end of a run',
  () => {
    test.each(['acp', 'terminal'])(
      'FR-002: a stopped run ends its %s programs, or leaves them to their person',
      async (kind) => {
        const runs = await programWorld({
          it: { rules: [{ on: '', does: [{ say: 'I think.' }] }] },
        });
        const begun = async (): Promise<{ readonly id: string; readonly folder: string }> => {
          const folder = join(tempDir(), 'work');
          mkdirSync(folder);
          const templates = { Planner: `${kind}:it`, Executor: `${kind}:it` };
          const { run_id: id } = await runs.start({ templates, folder });
          await expect.poll(() => workingIn(folder).length, { timeout: 60_000 }).toBeGreaterThan(0);
          return { id, folder };
        };
        const [left, ended] = [await begun(), await begun()];
        const stop = (id: string, body: object) => runs.ask('POST', `/v1/runs/${id}/stop`, body);
        expect(await stop(left.id, { close: 'all of them' })).toMatchObject({
          code: 'invalid_request',
          field: 'body.close',
        });
        expect(await stop(left.id, { close: 'none' })).toMatchObject({ status: 'stopped' });
        expect(await stop(ended.id, {})).toMatchObject({ status: 'stopped' });
        await expect.poll(() => workingIn(ended.folder), { timeout: 60_000 }).toEqual([]);
        expect(workingIn(left.folder)).not.toEqual([]);
      },
      180_000,
    );
  },
);
