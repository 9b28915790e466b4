import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { startToolChat, type ToolChat } from '../kit/tool-chat.ts';
import { hostileServer } from '../kit/tool-servers.ts';

let chat: ToolChat;

/** A server of the person's own files, one of the web, and rules that let both run. */
beforeEach(async () => {
  const servers = (dataDir: string) => {
    const server = hostileServer('tools', join(dataDir, 'servers.log'));
    return {
      files: { ...server, private: true, outside: false },
      web: { ...server, outside: true },
    };
  };
  chat = await startToolChat(servers, 'mcp.*');
});

it('what can carry data out asks once the conversation has read what is yours and words of strangers', async () => {
  expect(await chat.called('mcp.web::fine')).toBe('succeeded');
  expect(await chat.called('mcp.web::fine')).toBe('succeeded');
  expect(await chat.called('mcp.files::fine')).toBe('succeeded');
  expect(await chat.called('mcp.files::fine')).toBe('succeeded');
  expect(await chat.called('mcp.web::fine')).toBe('awaiting_approval');
  const asked = await chat.waiting();
  expect(asked).toMatchObject({ may_leak: true, quoted: false, tool_changed: false });
  expect((await chat.why()).now).toMatchObject({
    decision: 'ask',
    because: 'may_leak',
    rule_id: null,
  });
  const many = { decision: 'approve', ids: [asked.approval_id] };
  expect(await chat.conductor.ask('POST', '/v1/approvals/answers', many)).toMatchObject({
    items: [{ error: { code: 'invalid_request' } }],
  });
  expect(await session()).toMatchObject({
    untrusted: { from: ['mcp.web'] },
    private: { from: ['mcp.files'] },
  });
  await chat.answer('approve');
  await expect.poll(chat.newest).toBe('succeeded');
});

it('a rule that is marked for it lets it run all the same', async () => {
  await chat.called('mcp.web::fine');
  await chat.called('mcp.files::fine');
  const marked = { tool: 'mcp.web::fine', decision: 'run', even_if_tainted: true };
  await chat.conductor.ask('POST', '/v1/policy/rules', marked);
  expect(await chat.called('mcp.web::fine')).toBe('succeeded');
  expect(
    await chat.conductor.ask('POST', '/v1/policy/rules', { ...marked, decision: 'ask' }),
  ).toMatchObject({ code: 'invalid_request', field: 'body.even_if_tainted' });
});

it('a person who has looked lets it go on as if it had read nothing', async () => {
  await chat.called('mcp.web::fine');
  await chat.called('mcp.files::fine');
  await chat.conductor.ask('DELETE', `/v1/sessions/${chat.conversation}/taint`);
  expect(await chat.called('mcp.web::fine')).toBe('succeeded');
  expect(await session()).toMatchObject({ private: null });
});

async function session(): Promise<unknown> {
  const { items } = (await chat.conductor.ask('GET', '/v1/sessions')) as ResponseOf<'listSessions'>;
  return items.find((one) => one.chat_session_id === chat.conversation)?.seen;
}
