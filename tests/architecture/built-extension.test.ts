import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OTHER_PAGES, SITES } from '../../extension/platforms/sites.ts';
import { buildExtension } from '../../launcher/build-extension.ts';
import { ROOT } from '../../launcher/root.ts';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

const KIB = 1024;
/**
 * Minified sizes. Content scripts load into every page of a chat site; the tap runs before any of the site's scripts. A
 * quarter of it sees to it that what a page's script shows is what is sent, and that answers are from there.
 */
const LIMITS_BYTES = {
  tap: 12.1 * KIB,
  site: 109 * KIB,
  /**
   * Software that anyone can host and every vocabulary of replies, all in one, what a person is asked to show, and what
   * compares an answer of unknown words with the page.
   */
  'any-site': 195 * KIB,
  'conductor-page': 16 * KIB,
  /**
   * Brought into each frame of a tab that a conversation works in. Half of it keeps from the chat what a person alone may
   * read: which words of a page are drawn, and which fields and values are secret.
   */
  'resource-page': 71 * KIB,
  /** The same, once something is looked up or done there. */
  'resource-text': 12 * KIB,
  /** A part of it sees to it that nothing is pressed or sent by it that was not judged. */
  'resource-acts': 35 * KIB,
  background: 340 * KIB,
} as const;

function limitOf(script: string): number {
  if (script === 'any-site' || script === 'conductor-page') return LIMITS_BYTES[script];
  return script.endsWith('-tap') ? LIMITS_BYTES.tap : LIMITS_BYTES.site;
}

const Manifest = z.object({
  manifest_version: z.number(),
  incognito: z.literal('spanning'),
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()).default([]),
  optional_permissions: z.array(z.string()).default([]),
  optional_host_permissions: z.array(z.string()).default([]),
  content_scripts: z.array(z.object({ matches: z.array(z.string()) })),
});

const ORIGINS: readonly string[] = [
  ...Object.values(SITES).flat(),
  ...OTHER_PAGES,
  'http://127.0.0.1/*',
];

const PERMISSIONS = ['alarms', 'contextMenus', 'activeTab', 'scripting', 'storage'];

describe.for(BROWSER_NAMES)('the extension built for %s', (name) => {
  test('its scripts stay small', async () => {
    const dir = await buildExtension(name);
    const scripts = readdirSync(join(dir, 'content-scripts'));
    const socketTaps = scripts.filter((file) => file.endsWith('-sockets-tap.js'));
    expect(socketTaps).toHaveLength(3);
    expect(scripts).toHaveLength(2 * Object.keys(SITES).length + 3 + socketTaps.length);
    for (const file of scripts) {
      const { size } = statSync(join(dir, 'content-scripts', file));
      expect.soft(size, file).toBeLessThanOrEqual(limitOf(file.replace(/\.js$/, '')));
    }
    for (const part of ['resource-page', 'resource-text', 'resource-acts'] as const) {
      const { size } = statSync(join(dir, `${part}.js`));
      expect.soft(size, part).toBeLessThanOrEqual(LIMITS_BYTES[part]);
    }
    expect(statSync(join(dir, 'background.js')).size).toBeLessThanOrEqual(LIMITS_BYTES.background);
  });

  test('it asks for no more than it needs', async () => {
    const dir = await buildExtension(name);
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
    const asked = [...manifest.permissions, ...manifest.host_permissions];
    expect(new Set(asked)).toEqual(new Set([...PERMISSIONS, ...ORIGINS]));
    const onRequest = [...manifest.optional_permissions, ...manifest.optional_host_permissions];
    expect(new Set(onRequest)).toEqual(
      new Set(['http://*/*', 'https://*/*', 'notifications', 'tabGroups']),
    );
    const matched = manifest.content_scripts.flatMap(({ matches }) => matches);
    expect(matched.filter((origin) => !ORIGINS.includes(origin))).toEqual([]);
  });

  test('every permission and every site is explained', async () => {
    const dir = await buildExtension(name);
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
    const asked = new Set([...manifest.permissions, ...manifest.host_permissions]);
    const page = readFileSync(join(ROOT, 'docs', 'permissions.md'), 'utf8');
    const explained = [...page.matchAll(/^(?:\| |- )`([^`]+)`/gm)].map(([, what]) => what ?? '');
    const conductor = 'http://127.0.0.1/';
    expect(new Set(explained.map((what) => (what === conductor ? `${what}*` : what)))).toEqual(
      asked,
    );
  });

  test('it makes no code or markup of a text, and loads nothing from elsewhere', async () => {
    const dir = await buildExtension(name);
    const scripts = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    for (const file of scripts) {
      const source = readFileSync(join(dir, file), 'utf8');
      expect.soft(source, file).not.toMatch(/\beval\(|new Function\(|importScripts\(['"`]http/);
      expect.soft(source, file).not.toMatch(/\b(inner|outer)HTML\s*=[^=]|insertAdjacentHTML/);
      // It is the same wherever it is built.
      expect.soft(source.includes(ROOT), file).toBe(false);
    }
  });
});
