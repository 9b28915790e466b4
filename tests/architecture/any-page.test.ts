import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from '../../launcher/root.ts';

/** Folders of the code for pages without an adapter. */
const ROOMS = ['extension/platforms/generic', 'extension/content', 'extension/page'];
const FEWEST_FILES = 60;

/** Chat packages and the prefixes of their classes: code that knows one would be an adapter. */
const PACKAGES =
  /assistant-ui|ant-?design|nlux|n8n|botframework|web-?chat|chatscope|copilot-?kit|deep-?chat|flowise|chainlit|chatbotify|vue-advanced-chat|langgraph|tanstack|ai-sdk/i;
const PREFIXES = /(?<![\w-])(?:aui|ant|antd|nlux|cs|rcb|vac)-|webchat__/;

/** The table of protocols that replies are written in names them, and has their words. It sees no page. */
const VOCABULARIES = /platforms\/generic\/(?:vocabularies(?:\.ts$|\/)|sniffing-splitter\.ts$)/;

test('nothing that serves any page knows a package that chat pages are made with', () => {
  const files = ROOMS.flatMap((room) => sourcesIn(join(ROOT, room)));
  expect(files.length).toBeGreaterThan(FEWEST_FILES);
  const knowing = files.flatMap((file) => {
    const known = VOCABULARIES.test(file) ? null : packageIn(readFileSync(file, 'utf8'));
    return known === null ? [] : [`${relative(ROOT, file)}: ${known}`];
  });
  expect(knowing).toEqual([]);
});

test('a class, an element and a package by name are told from a comment and from a word', () => {
  expect(packageIn(`find('.aui-composer-input')`)).toBe('aui-');
  expect(packageIn(`['cs-message-input']`)).toBe('cs-');
  expect(packageIn(`element.matches('deep-chat')`)).toBe('deep-chat');
  expect(packageIn(`const a = 1; // As @nlux/react does.\n/* webchat__ */`)).toBeNull();
  expect(packageIn(`'[data-role="assistant-message"]'`)).toBeNull();
});

/** The first of them that stands in code; what a comment cites is no code. */
function packageIn(source: string): string | null {
  const code = source.replace(/\/\*[^]*?\*\//g, '').replace(/(?<!:)\/\/.*$/gm, '');
  return (PACKAGES.exec(code) ?? PREFIXES.exec(code))?.[0] ?? null;
}

function sourcesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
