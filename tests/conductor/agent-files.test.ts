import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createAgentFiles } from '../../conductor/src/agent-files.ts';
import { tempDir } from '../kit/running-conductor.ts';

const agent = (name: string, task: string) => `---\nname: ${name}\ndescription: x\n---\n${task}\n`;

function folder() {
  const dir = join(tempDir(), 'agents');
  return { dir, files: createAgentFiles(dir) };
}

test('the agents that come with Baton can be read', async () => {
  const built = await folder().files.builtIn();
  expect(built.flatMap(({ file, agent: read }) => (read.ok ? [] : [file, read.error]))).toEqual([]);
  expect(built.map(({ agent: read }) => read.ok && read.value.agentId)).toEqual([
    'assistant',
    'orchestrator',
    'project',
    'research',
    'time',
  ]);
});

test('the folder is there, and holds none at first; a file is read again when it has changed', async () => {
  const { dir, files } = folder();
  expect(await files.own()).toEqual([]);
  writeFileSync(join(dir, 'a.md'), agent('a', 'First.'), { mode: 0o600 });
  writeFileSync(join(dir, 'notes.txt'), 'no agent');
  const task = async () => {
    const [one] = await files.own();
    return one?.agent.ok === true ? one.agent.value.wish.instructions : null;
  };
  expect(await task()).toBe('First.');
  writeFileSync(join(dir, 'a.md'), agent('a', 'Second, and longer.'));
  expect(await task()).toBe('Second, and longer.');
});

test.skipIf(process.platform === 'win32')('a file that others may write is no agent', async () => {
  const { dir, files } = folder();
  const file = join(dir, 'a.md');
  writeFileSync(file, agent('a', 'Theirs.'));
  chmodSync(file, 0o622);
  expect(await files.own()).toEqual([
    { file, agent: { ok: false, error: expect.stringContaining('chmod go-w') } },
  ]);
});
