import { expect, test } from 'vitest';

import { branchOf } from '../../../../face/screens/conversations/branch.ts';

type Path = Parameters<typeof branchOf>[0];
type Message = Parameters<ReturnType<typeof branchOf>['has']>[0];

const node = (
  role: 'user' | 'assistant',
  id: string,
  runId: string,
  siblings: readonly string[] = [id],
  parts: Path[number]['parts'] = [],
): Path[number] => ({
  id,
  role,
  metadata: { runId, createdAt: 100, siblings: [...siblings] },
  parts: [...parts],
});

const said = (role: 'user' | 'assistant', id: string, at = 50): Message =>
  ({ role, message_id: id, observed_at: at }) as Message;

const PATH = [
  node('user', 'usr_r1', 'r1'),
  node('assistant', 'msg_r2', 'r2', ['msg_r1', 'msg_r2'], [{ type: 'steering-message', id: 's1' }]),
];

test('a message is on the branch by its id, a step by its run, what was said meanwhile by its answer', () => {
  const { has } = branchOf(PATH, null);
  const all = ['usr_r1', 's1', 's2'].map((id) => has(said('user', id)));
  expect(all).toEqual([true, true, false]);
  const steps = ['r2.0', 'r2.1', 'r1.0', 'r22.0'].map((id) => has(said('assistant', id)));
  expect(steps).toEqual([true, true, false, false]);
});

test('what is said to an answer under way is on its branch before the answer knows of it', () => {
  const { has, answered } = branchOf(PATH, 'r2');
  expect([has(said('user', 's2', 100)), has(said('user', 'usr_r0', 50))]).toEqual([true, false]);
  expect(answered).toBeNull();
});

test('which of several answers it is stands at its first step, and other words at the words', () => {
  const { versionsOf, answered } = branchOf(PATH, null);
  const versions = { ids: ['msg_r1', 'msg_r2'], at: 1 };
  expect(versionsOf(said('assistant', 'r2.0'))).toEqual(versions);
  expect(versionsOf(said('assistant', 'r2.1'))).toBeNull();
  expect(versionsOf(said('user', 'usr_r1'))).toBeNull();
  expect(answered).toBe('msg_r2');
});
