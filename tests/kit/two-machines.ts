import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newestProgram } from '../../launcher/newest-program.mjs';
import { otherMachine, type OtherMachine } from './other-machine.ts';
import { startTestConductor, type TestConductor } from './running-conductor.ts';
import { createSelfSignedCertificate } from './stand-in/self-signed-certificate.ts';

/** A conductor of this machine that another one reaches by TLS. */
export interface TwoMachines {
  readonly other: OtherMachine;
  readonly conductor: TestConductor;
  /** As the other machine knows it. */
  readonly serverUrl: string;
  /** Folder of both, since they share a file system. The certificate is in `server.pem`. */
  readonly dir: string;
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** One that works once. */
  readonly linkCode: () => Promise<string>;
  /** Starts `baton worker` there; `folder` is its own. */
  readonly worker: (folder: string, told: object) => ReturnType<OtherMachine['run']>;
  readonly end: () => Promise<void>;
}

/** The error says why there is no other machine here. */
export async function twoMachines(
  changed: Parameters<typeof startTestConductor>[0] = {},
): Promise<TwoMachines | { readonly missing: string }> {
  const other = otherMachine();
  if ('missing' in other) return other;
  const dir = mkdtempSync(join(tmpdir(), 'baton-cable-'));
  const { key, cert } = await createSelfSignedCertificate(other.address);
  writeFileSync(join(dir, 'server.key'), key, { mode: 0o600 });
  writeFileSync(join(dir, 'server.pem'), cert);
  const serverUrl = `https://${other.address}:${await freePort(other.address)}`;
  const conductor = await startTestConductor({
    listen: other.address,
    publicUrl: serverUrl,
    tlsCert: join(dir, 'server.pem'),
    tlsKey: join(dir, 'server.key'),
    ...changed,
  });
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return (await (await conductor.admin(method, path, body)).json()) as Answer;
  }
  return {
    other,
    conductor,
    serverUrl,
    dir,
    ask,
    async linkCode() {
      const { link } = await ask<{ link: string }>('POST', '/v1/pairing/codes');
      return new URL(link).hash.replace('#code=', '');
    },
    worker: (folder, told) =>
      other.run(
        process.execPath,
        [newestProgram('worker/main.ts'), '--data-dir', join(dir, folder)],
        {
          env: { NODE_EXTRA_CA_CERTS: join(dir, 'server.pem') },
          input: `${JSON.stringify({ url: serverUrl, roots: [dir], ...told })}\n`,
        },
      ),
    async end() {
      await other.end();
      await conductor.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function freePort(address: string): Promise<number> {
  const one = createServer().listen(0, address);
  await once(one, 'listening');
  const { port } = one.address() as AddressInfo;
  one.close();
  await once(one, 'close');
  return port;
}
