import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildExtension } from '../../launcher/build-extension.ts';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

const KIB = 1024;
/** Minified sizes. Content scripts load into every page of a chat site; the tap runs before any of the site's scripts. */
const LIMITS_BYTES: Readonly<Record<string, number>> = {
  'content-scripts/tap.js': 8 * KIB,
  'content-scripts/chat.js': 64 * KIB,
  'content-scripts/conductor-page.js': 16 * KIB,
  'background.js': 256 * KIB,
};

const Manifest = z.object({
  manifest_version: z.number(),
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()).default([]),
  content_scripts: z.array(z.object({ matches: z.array(z.string()) })),
});

const ORIGINS = ['https://chatgpt.com/*', 'http://playground.localhost/*', 'http://127.0.0.1/*'];

describe.for(BROWSER_NAMES)('the extension built for %s', (name) => {
  test('its scripts stay small', async () => {
    const dir = await buildExtension(name);
    for (const [file, limitBytes] of Object.entries(LIMITS_BYTES)) {
      expect.soft(statSync(join(dir, file)).size, file).toBeLessThanOrEqual(limitBytes);
    }
  });

  test('it asks for no more than it needs', async () => {
    const dir = await buildExtension(name);
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
    const asked = [...manifest.permissions, ...manifest.host_permissions];
    expect(new Set(asked)).toEqual(new Set(['alarms', ...ORIGINS]));
    const matched = manifest.content_scripts.flatMap(({ matches }) => matches);
    expect(matched.filter((origin) => !ORIGINS.includes(origin))).toEqual([]);
  });

  test('it evaluates no text as code and loads nothing from elsewhere', async () => {
    const dir = await buildExtension(name);
    const scripts = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    for (const file of scripts) {
      const source = readFileSync(join(dir, file), 'utf8');
      expect.soft(source, file).not.toMatch(/\beval\(|new Function\(|importScripts\(['"`]http/);
    }
  });
});
