// @vitest-environment happy-dom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { agentAbout } from '../../../../face/screens/agents/agent-about.ts';
import { speak } from '../../../../face/words/word.ts';
import { ROOT } from '../../../../launcher/root.ts';

beforeAll(() => speak('zh-CN'));
afterAll(() => speak('en'));

test('every agent that everybody has is told of in the language of the page', () => {
  const ids = readdirSync(join(ROOT, 'conductor', 'agents')).map((file) => file.slice(0, -3));
  expect(ids).toContain('assistant');
  for (const id of ids) {
    const told = agentAbout({ agent_id: id, source: 'built_in', description: 'In English.' });
    expect(told, id).toMatch(/\p{Script=Han}/u);
  }
});

test('an agent that a person wrote in its place is told of as they do', () => {
  const mine = { agent_id: 'assistant', source: 'db', description: 'Mine.' } as const;
  expect(agentAbout(mine)).toBe('Mine.');
});
