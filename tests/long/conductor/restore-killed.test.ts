import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  forEach,
  openRestoreWorld,
  type RestoreWorld,
  sideOf,
  tracesOf,
  upTo,
} from '../../kit/restore-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

let world: RestoreWorld;

beforeAll(async () => {
  world = await openRestoreWorld();
});

afterAll(() => world.close());

it('a restore killed at any operation on files leaves one store, whole, at the next start', async () => {
  await world.killOverOld(tempDir, '');
});

it('a restore killed so on a new machine is finished there, or refused', async () => {
  await world.killOnNewMachine(tempDir, '');
});

it('a restore is finished by whoever opens the data next, who may be killed at each step too', async () => {
  const whole = await world.restore(world.before(tempDir(), 'old'), 0, '');
  // From the last operations that move nothing yet: some twenty.
  const moving = upTo(whole?.operations ?? 0).slice(-30);
  await forEach(moving, async (killAt) => {
    const dir = world.before(tempDir(), 'old');
    expect(await world.restore(dir, killAt, '')).toBeNull();
    for (let at = 1; (await world.settle(dir, at)) === null; at += 1);
    expect(['kept', 'old']).toContain((await sideOf(dir)).conversation);
    expect(tracesOf(dir)).toEqual([]);
  });
});
