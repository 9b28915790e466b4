import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createSkillFiles } from '../../../../../../conductor/src/skill-files.ts';
import { agentWorld } from '../../../../../kit/agent-world.ts';
import { tempDir } from '../../../../../kit/running-conductor.ts';

const SKILL = `---
name: minutes
description: Writes the minutes of a meeting
  as they are wanted here.
---

Begin with who was there. See forms/short.md.
`;

function withSkill(dataDir = tempDir()): string {
  const dir = join(dataDir, 'skills', 'minutes');
  mkdirSync(join(dir, 'forms'), { recursive: true });
  writeFileSync(join(dir, 'SKILL.md'), SKILL);
  writeFileSync(join(dir, 'forms', 'short.md'), 'One line for each point.');
  return dataDir;
}

test('an agent is told of the skills there are, and reads one and what it refers to', async () => {
  const dataDir = withSkill();
  const { model, open, say } = await agentWorld(
    (_request, count) =>
      count === 1
        ? { calls: [['skill__read', '{"name":"minutes"}']] }
        : count === 2
          ? { calls: [['skill__read', '{"name":"minutes","file":"forms/short.md"}']] }
          : { text: 'Written.' },
    { dataDir },
  );
  expect((await say(await open(), 'Write the minutes.')).reply?.text).toBe('Written.');
  const [first, , third] = model.requests;
  const told = first?.tools?.find(({ function: { name } }) => name === 'skill__read');
  expect(told?.function.description).toContain(
    'minutes (Writes the minutes of a meeting as they are wanted here.)',
  );
  const results = third?.messages.flatMap(({ role, content }) =>
    role === 'tool' ? [content] : [],
  );
  expect(results).toEqual([
    expect.stringContaining('Begin with who was there.'),
    'One line for each point.',
  ]);
});

test('without skills there is no such tool', async () => {
  const { model, open, say } = await agentWorld(() => ({ text: 'Hello.' }));
  await say(await open(), 'Hello.');
  const names = model.requests[0]?.tools?.map(({ function: { name } }) => name) ?? [];
  expect(names).toContain('conductor__time');
  expect(names.filter((name) => name.startsWith('skill'))).toEqual([]);
});

test('what a skill refers to stays in its folder', async () => {
  const dataDir = withSkill();
  const folder = join(dataDir, 'skills');
  writeFileSync(join(dataDir, 'secret'), 'mine');
  symlinkSync(join(dataDir, 'secret'), join(folder, 'minutes', 'link'));
  const files = createSkillFiles(folder);
  expect(await files.read('minutes')).toMatchObject({ ok: true });
  expect(await files.read('minutes', '../../secret')).toBeNull();
  expect(await files.read('minutes', join(dataDir, 'secret'))).toBeNull();
  expect(await files.read('minutes', 'link')).toBeNull();
  expect(await files.read('../skills/minutes')).toBeNull();
});

test('a skill that others may write, or that is none, is told of and not read', async () => {
  const dataDir = withSkill();
  const folder = join(dataDir, 'skills');
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'mute'));
  writeFileSync(join(folder, 'mute', 'SKILL.md'), '---\nname: mute\n---\n');
  chmodSync(join(folder, 'minutes', 'SKILL.md'), 0o666);
  const files = createSkillFiles(folder);
  expect(await files.all()).toEqual([
    { name: 'empty', skill: { ok: false, error: 'it has no file SKILL.md.' } },
    {
      name: 'minutes',
      skill: { ok: false, error: expect.stringContaining('others may write it') as string },
    },
    { name: 'mute', skill: { ok: false, error: 'its fields have no description.' } },
  ]);
});
