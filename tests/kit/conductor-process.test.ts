import { expect, onTestFinished, test } from 'vitest';
import type { ConductorProcess } from './conductor-process.ts';
import { startConductorProcess } from './conductor-process.ts';

async function startedConductor(): Promise<ConductorProcess> {
  const conductor = await startConductorProcess();
  onTestFinished(() => conductor.dispose());
  return conductor;
}

test('a conductor comes up empty and answers its admin', async () => {
  const conductor = await startedConductor();
  expect(await conductor.admin.status()).toMatchObject({
    clients: [],
    conversations: [],
    jobs: {},
  });
  expect(conductor.query('select count(*) as n from conversations')).toEqual([{ n: 0 }]);
});

test('a pairing offer leads to this conductor', async () => {
  const conductor = await startedConductor();
  const offer = await conductor.admin.offerPairing();
  expect(offer.code).toMatch(/^\d{6}$/);
  expect(offer.link.startsWith(`${conductor.url}/pair#code=`)).toBe(true);
});

test('an admin fault carries the conductor’s own words', async () => {
  const conductor = await startedConductor();
  await expect(conductor.admin.setMode('nobody', 'auto')).rejects.toThrow(/not_found: There is no/);
});

test('a killed conductor comes back on the same data and the same port', async () => {
  const conductor = await startedConductor();
  const { pid, url } = conductor;
  await conductor.kill9();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await conductor.start();
  expect(conductor.pid).not.toBe(pid);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await conductor.admin.status()).jobs).toEqual({});
});

test('a conductor that cannot start says why', async () => {
  const conductor = await startedConductor();
  await expect(
    startConductorProcess({ port: Number(new URL(conductor.url).port) }),
  ).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining('is taken') });
});
