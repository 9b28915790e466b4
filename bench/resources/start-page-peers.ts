import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { join } from 'node:path';

import type { InstalledPeers } from '../peers/install-peers.ts';
import { connectClient, found, type PageProgram, type ToolClient } from './page-program.ts';

export const PAGE_PEERS = {
  packages: {
    '@playwright/mcp': '0.0.83',
    'chrome-devtools-mcp': '1.11.0',
    'gpt-tokenizer': '4.0.0',
  },
};

export async function startPlaywrightMcp(
  peers: InstalledPeers,
  chromium: string,
): Promise<PageProgram> {
  const flags = ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium];
  const client = await start(peers, '@playwright/mcp/cli.js', flags);
  return {
    tools: client.tools,
    forPages: /./,
    go: async (url) => void (await client.use('browser_navigate', { url })),
    snapshot: () => client.use('browser_snapshot', {}),
    refOf: (snapshot, role, name) =>
      found(new RegExp(`${role} "${name}"[^\\n]* \\[ref=(\\w+)\\]`), snapshot),
    click: async (target) => void (await client.use('browser_click', { target })),
    type: async (target, text) => void (await client.use('browser_type', { target, text })),
    select: async (target, option) =>
      void (await client.use('browser_select_option', { target, values: [option] })),
    hover: async (target) => void (await client.use('browser_hover', { target })),
    press: async (key) => void (await client.use('browser_press_key', { key })),
    stop: () => client.close(),
  };
}

export async function startChromeDevtoolsMcp(
  peers: InstalledPeers,
  chromium: string,
): Promise<PageProgram> {
  const flags = ['--headless', '--isolated', '--executablePath', chromium];
  const client = await start(peers, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', [
    ...flags,
    '--chromeArg=--no-sandbox',
    '--no-usage-statistics',
  ]);
  const listed = await client.use('list_pages', {});
  const page = { pageId: Number(found(/^(\d+): /m, listed)) };
  return {
    tools: client.tools,
    forPages: /./,
    go: async (url) => void (await client.use('navigate_page', { ...page, type: 'url', url })),
    snapshot: () => client.use('take_snapshot', page),
    refOf: (snapshot, role, name) => found(new RegExp(`uid=(\\w+) ${role} "${name}"`), snapshot),
    click: async (uid) => void (await client.use('click', { ...page, uid })),
    type: async (uid, value) => void (await client.use('fill', { ...page, uid, value })),
    select: async (uid, value) => void (await client.use('fill', { ...page, uid, value })),
    hover: async (uid) => void (await client.use('hover', { ...page, uid })),
    press: async (key) => void (await client.use('press_key', { ...page, key })),
    stop: () => client.close(),
  };
}

/** They write files where they are started: that is the folder that goes with them. */
function start({ dir }: InstalledPeers, script: string, flags: string[]): Promise<ToolClient> {
  const env = Object.entries(process.env).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dir, 'node_modules', script), ...flags],
    env: { ...Object.fromEntries(env), CI: '1' },
    cwd: dir,
    stderr: 'ignore',
  });
  return connectClient(transport);
}
