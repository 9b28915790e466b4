import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { ANY_SITE } from '../../../extension/platforms/any-site.ts';
import { HOSTED, platformForWireName } from '../../../extension/platforms/registry.ts';
import { OTHER_PAGES, placeOfScript, SITES } from '../../../extension/platforms/sites.ts';
import type { TapRules } from '../../../extension/platforms/tap.ts';

const ROOT = join(import.meta.dirname, '../../..');
const pageOf = (pattern: string): URL => new URL(pattern.replace('*', ''));

describe('every hosted site', () => {
  const sites = Object.entries(SITES);

  test('has an adapter of its name, and every adapter a site', () => {
    expect(HOSTED.map(({ name }) => name).toSorted()).toEqual(
      sites.map(([name]) => name).toSorted(),
    );
  });

  test.each(
    sites.flatMap(([name, patterns]) => patterns.map((pattern) => [name, pattern] as const)),
  )('%s alone serves %s', (name, pattern) => {
    const page = pageOf(pattern);
    expect(HOSTED.filter((one) => one.serves(page)).map((one) => one.name)).toEqual([name]);
    // Neither the same name elsewhere, nor a host that only begins or ends like it, nor without TLS.
    for (const other of [
      `https://${page.hostname}.evil.example/`,
      `https://evil-${page.hostname}/`,
      `http://${page.hostname}/`,
    ]) {
      expect(HOSTED.filter((one) => one.serves(new URL(other)))).toEqual([]);
    }
    expect(platformForWireName(name)?.platformOf(page)).toBe(name);
  });

  test.each(sites)(
    '%s is watched by a tap that knows its own requests only',
    async (name, patterns) => {
      const { tap } = (await import(`../../../extension/platforms/${name}/tap.ts`)) as {
        tap: TapRules;
      };
      for (const rule of [tap.send, tap.read, tap.sockets]) {
        for (const pattern of patterns) {
          const { origin } = pageOf(pattern);
          expect(rule.test(`POST ${origin}/`)).toBe(false);
          expect(rule.test(`POST https://evil.example/?${origin}/api/v0/chat/completion`)).toBe(
            false,
          );
        }
      }
    },
  );

  test.each(sites)('%s has its two scripts, each with this site alone in it', (name, patterns) => {
    const entrypoint = (script: string): string =>
      readFileSync(join(ROOT, `extension/entrypoints/${script}.content.ts`), 'utf8');
    expect(placeOfScript(name)).toEqual({ matches: patterns, runAt: 'document_start' });
    expect(entrypoint(name)).toContain(`startContent(browser.runtime, [${name}]`);
    for (const tap of [`${name}-tap`, `${name}-sockets-tap`])
      expect(placeOfScript(tap)).toEqual({
        matches: patterns,
        world: 'MAIN',
        runAt: 'document_start',
      });
    expect(entrypoint(`${name}-tap`)).toContain(
      `import { tap } from '../platforms/${name}/tap.ts'`,
    );
  });
});

describe('every adapter', () => {
  test.each([...HOSTED, ...ANY_SITE].map((one) => [one.name, one] as const))(
    '%s says what it can do, and can be found by its name',
    (name, platform) => {
      const page = new URL('https://chat.example:8443/c/1');
      const wire = HOSTED.includes(platform) ? name : platform.platformOf(page);
      expect(platformForWireName(wire)).toBe(platform);
      expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
      if (platform.newConversationPath !== null)
        expect(platform.newConversationPath).toMatch(/^\//);
      expect(platform.evidence.unsure.every((text) => text.length > 5)).toBe(true);
      // What is found by structure has empty lists; what is found by selector names at least one for the composer.
      expect(platform.name === 'generic').toBe(platform.selectors.composer.length === 0);
    },
  );

  test.each(HOSTED.map((one) => [one.name, one] as const))(
    '%s owns up to what it does without',
    (_name, { evidence, selectors, history }) => {
      const told = evidence.unsure.join('\n');
      if (selectors.attachments.length === 0) expect(told).toMatch(/file/);
      if (selectors.challenge.length === 0) expect(told).toMatch(/human check/);
      if (history === null) expect(told).toMatch(/history/);
      // What is told by its label alone is told in one language.
      const isLabelled = selectors.attachments.every((one) => one.includes('aria-label'));
      if (isLabelled && selectors.attachments.length > 0) expect(told).toMatch(/English page/);
    },
  );

  test('of no name on the wire answers to another', () => {
    for (const name of [
      '',
      'nobody',
      'generic',
      'open-webui',
      'claude:chat.example',
      'chatgpt:x',
      'genericx:y',
    ]) {
      expect(platformForWireName(name), name).toBeNull();
    }
  });

  test('takes what nobody else knows as generic', () => {
    for (const pattern of OTHER_PAGES) {
      expect(ANY_SITE.filter((one) => one.serves(pageOf(pattern))).at(-1)?.name).toBe('generic');
    }
  });
});

describe('every adapter', () => {
  test.each([...HOSTED, ...ANY_SITE])('$name can name a conversation', (platform) => {
    if (platform.mayBeNameless) return; // Then an id is made, and kept with the page.
    const page = new URL(platform.shownAt);
    const { remoteConversationId, excluded } = platform.locate(page);
    expect(platform.serves(page)).toBe(true);
    expect(excluded).toBe(false);
    expect(remoteConversationId).not.toBeNull();
    expect(page.href).toContain(remoteConversationId);
  });
});
