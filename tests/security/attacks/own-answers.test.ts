import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { faceAsk } from '../../kit/face-client.ts';
import { runConductor, tempDir } from '../../kit/running-conductor.ts';

it('no answer of the conductor is framed by a page, nor keeps a hold on what opened it', async () => {
  const faceDir = join(tempDir(), 'face');
  mkdirSync(join(faceDir, 'assets'), { recursive: true });
  writeFileSync(join(faceDir, 'index.html'), '<!doctype html><title>Baton</title>');
  writeFileSync(join(faceDir, 'assets', 'a.js'), '1');
  const conductor = await runConductor({}, tempDir(), { faceDir });
  const own = new URL(conductor.url).host;
  for (const host of [conductor.faceHost, own]) {
    for (const path of [
      '/',
      '/pair',
      '/approvals',
      '/sign-in',
      '/none.html',
      '/assets/a.js',
      '/v1/status',
      '/healthz',
      '/openapi.json',
    ]) {
      const { headers } = await faceAsk(conductor, 'GET', path, {
        headers: {
          host,
          'sec-fetch-site': 'cross-site',
          'sec-fetch-dest': 'iframe',
          origin: undefined,
        },
      });
      const isPage = /html/.test(String(headers['content-type'] ?? ''));
      const at = `${host}${path}`;
      if (isPage) {
        expect([at, String(headers['content-security-policy'])]).toEqual([
          at,
          expect.stringContaining("frame-ancestors 'none'"),
        ]);
        expect([at, headers['cross-origin-opener-policy']]).toEqual([at, 'same-origin']);
      }
      expect([at, headers['x-content-type-options']]).toEqual([at, 'nosniff']);
      expect([at, headers['access-control-allow-origin']]).toEqual([at, undefined]);
    }
  }
});
