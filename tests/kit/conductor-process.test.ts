import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConductorProcess } from './conductor-process.ts';
import { startConductorProcess } from './conductor-process.ts';

/** One for all: what they ask changes nothing but the last, which kills it. */
let conductor: ConductorProcess;
beforeAll(async () => {
  conductor = await startConductorProcess();
});
afterAll(() => conductor?.dispose());

test('a conductor comes up empty and answers its admin', async () => {
  expect(await conductor.admin.status()).toMatchObject({
    clients: [],
    conversations: [],
    jobs: {},
  });
  expect(conductor.query('select count(*) as n from conversations')).toEqual([{ n: 0 }]);
});

test('a pairing offer leads to this conductor', async () => {
  const offer = await conductor.admin.offerPairing();
  expect(offer.code).toMatch(/^\d{6}$/);
  expect(offer.link.startsWith(`${conductor.url}/pair#code=`)).toBe(true);
});

test('an admin fault carries the conductor’s own words', async () => {
  await expect(conductor.admin.setMode('nobody', 'auto')).rejects.toThrow(/not_found: There is no/);
});

test('a conductor that cannot start says why', async () => {
  await expect(
    startConductorProcess({ port: Number(new URL(conductor.url).port) }),
  ).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining('is taken') });
});

test('a killed conductor comes back on the same data and the same port', async () => {
  const { pid, url } = conductor;
  await conductor.kill9();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await conductor.start();
  expect(conductor.pid).not.toBe(pid);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await conductor.admin.status()).jobs).toEqual({});
});
