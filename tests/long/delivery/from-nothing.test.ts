import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';

const run = promisify(execFile);

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

interface Sent {
  readonly conversation: { readonly local_conversation_id: string; readonly mode: string };
  readonly reply: { readonly text: string } | null;
}

describe.each(['chromium', 'firefox'] as const)('a conversation that %s begins', (name) => {
  it('is driven from nothing to a final reply by curl and by an MCP client alone', async () => {
    world = await createChatWorld(name);
    const { conductor, site, browser } = world;
    // The person has the site open, somewhere.
    await browser.newPage('https://chatgpt.com/');
    const curl = async (path: string, body: object): Promise<unknown> => {
      const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8');
      const headers = [`Authorization: Bearer ${secret}`, 'Content-Type: application/json'];
      const args = [
        '--silent',
        '--show-error',
        '--data',
        JSON.stringify(body),
        ...headers.flatMap((header) => ['--header', header]),
      ];
      const { stdout } = await run('curl', [...args, `${conductor.url}${path}`]);
      return JSON.parse(stdout);
    };
    /** A machine without curl asks the same. */
    const ask = (await hasCurl())
      ? curl
      : (path: string, body: object) => conductor.ask('POST', path, body);
    let sent: Sent | undefined;
    await world.until('a browser that can begin one', async () => {
      const answer = (await ask('/v1/conversations?wait=final', {
        platform: 'chatgpt',
        text: '/plain',
        title: 'Begun by curl',
      })) as Sent & { code?: string };
      if (answer.code === 'missing_route') return false;
      sent = answer;
      return true;
    });
    expect(sent).toMatchObject({ timed_out: false, conversation: { mode: 'manual' } });
    expect(sent?.reply?.text.length).toBeGreaterThan(0);
    const id = String(sent?.conversation.local_conversation_id);

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          join(ROOT, 'conductor/src/edges/mcp/stdio-main.ts'),
          '--url',
          conductor.url,
          '--data-dir',
          conductor.dataDir,
        ],
        stderr: 'ignore',
      }),
    );
    try {
      const answer = await client.callTool({
        name: 'send_message',
        arguments: { conversation: id, text: '/echo hello' },
      });
      expect(JSON.stringify(answer.content)).toContain('hello');
      const begun = await client.callTool({
        name: 'start_conversation',
        arguments: { platform: 'chatgpt', text: '/plain' },
      });
      expect(begun.isError ?? false, JSON.stringify(begun.content)).toBe(false);
    } finally {
      await client.close();
    }

    const log = site.log();
    expect(log.map((message) => message.text)).toEqual(['/plain', '/echo hello', '/plain']);
    expect(log[0]?.conversation_id).toBe(log[1]?.conversation_id);
    expect(log[2]?.conversation_id).not.toBe(log[0]?.conversation_id);
    expect(site.duplicates()).toBe(0);
    const rows = conductor.query(
      'select remote_conversation_id, title, custom_title from conversations order by created_at',
    );
    expect(rows.map((row) => row['remote_conversation_id'])).toEqual([
      log[0]?.conversation_id,
      log[2]?.conversation_id,
    ]);
    expect(rows[0]).toMatchObject({ custom_title: 'Begun by curl' });
  });
});
