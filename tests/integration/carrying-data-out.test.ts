import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { type ConductorProcess, startConductorProcess } from '../kit/conductor-process.ts';
import { FrameInbox } from '../kit/frame-inbox.ts';
import { pairBrowser, SimulatedBrowser } from '../kit/simulated-browser.ts';
import { hostileServer } from '../kit/tool-servers.ts';

let conductor: ConductorProcess;
let browser: SimulatedBrowser;
let conversation: string;
let replies = 0;

/** A server of the person's own files, one of the web, and rules that let both run. */
beforeEach(async () => {
  replies = 0;
  conductor = await startConductorProcess();
  const log = join(conductor.dataDir, 'servers.log');
  const mcpServers = {
    files: { ...hostileServer('tools', log), private: true, outside: false },
    web: { ...hostileServer('tools', log), outside: true },
  };
  writeFileSync(join(conductor.dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
  browser = new SimulatedBrowser(conductor.url, await pairBrowser(conductor.url, secret));
  const inbox = new FrameInbox(browser);
  await browser.connect();
  browser.send(runtimeReport(['a']));
  ({ local_conversation_id: conversation } = await inbox.first('conversation.state'));
  await conductor.ask('PUT', `/v1/conversations/${conversation}/mode`, { mode: 'auto' });
  await conductor.ask('POST', '/v1/policy/rules', { tool: 'mcp.*', decision: 'run' });
});

afterEach(async () => {
  browser.close();
  await conductor.dispose();
});

it('what can carry data out asks once the conversation has read what is yours and words of strangers', async () => {
  expect(await called('mcp.web::fine')).toBe('succeeded');
  expect(await called('mcp.web::fine')).toBe('succeeded');
  expect(await called('mcp.files::fine')).toBe('succeeded');
  expect(await called('mcp.files::fine')).toBe('succeeded');
  expect(await called('mcp.web::fine')).toBe('awaiting_approval');
  const asked = await waiting();
  expect(asked).toMatchObject({ may_leak: true, quoted: false, tool_changed: false });
  expect(await why(asked)).toMatchObject({ decision: 'ask', because: 'may_leak', rule_id: null });
  const many = { decision: 'approve', ids: [asked.approval_id] };
  expect(await conductor.ask('POST', '/v1/approvals/answers', many)).toMatchObject({
    items: [{ error: { code: 'invalid_request' } }],
  });
  expect(await session()).toMatchObject({
    untrusted: { from: ['mcp.web'] },
    private: { from: ['mcp.files'] },
  });
  await conductor.ask('POST', `/v1/approvals/${asked.approval_id}/decision`, {
    decision: 'approve',
  });
  await expect.poll(newest).toBe('succeeded');
});

it('a rule that is marked for it lets it run all the same', async () => {
  await called('mcp.web::fine');
  await called('mcp.files::fine');
  const marked = { tool: 'mcp.web::fine', decision: 'run', even_if_tainted: true };
  await conductor.ask('POST', '/v1/policy/rules', marked);
  expect(await called('mcp.web::fine')).toBe('succeeded');
  expect(
    await conductor.ask('POST', '/v1/policy/rules', { ...marked, decision: 'ask' }),
  ).toMatchObject({ code: 'invalid_request', field: 'body.even_if_tainted' });
});

it('a person who has looked lets it go on as if it had read nothing', async () => {
  await called('mcp.web::fine');
  await called('mcp.files::fine');
  await conductor.ask('DELETE', `/v1/sessions/${conversation}/taint`);
  expect(await called('mcp.web::fine')).toBe('succeeded');
  expect(await session()).toMatchObject({ private: null });
});

/** A reply that calls the tool: what has become of it once it has ended or asks. */
async function called(tool: string): Promise<unknown> {
  replies += 1;
  const count = replies;
  browser.send(finalMessage('a', `r${count}`, asking(`@${tool}::{"n":${count}}`)));
  const all = () => conductor.query('select status from instructions');
  await expect.poll(all).toHaveLength(count);
  await expect.poll(newest).not.toMatch(/pending|ready|running/);
  return newest();
}

function newest(): unknown {
  return conductor.query(
    'select status from instructions order by created_at desc, instruction_id desc limit 1',
  )[0]?.['status'];
}

async function waiting(): Promise<ResponseOf<'getApproval'>> {
  const page = await conductor.ask('GET', '/v1/approvals?decision=open');
  const [first] = (page as ResponseOf<'listApprovals'>).items;
  if (first === undefined) throw new Error('nothing waits');
  return first;
}

async function why({ instruction }: ResponseOf<'getApproval'>): Promise<unknown> {
  const path = `/v1/instructions/${instruction.instruction_id}/why`;
  return ((await conductor.ask('GET', path)) as ResponseOf<'explainInstruction'>).now;
}

async function session(): Promise<unknown> {
  const { items } = (await conductor.ask('GET', '/v1/sessions')) as ResponseOf<'listSessions'>;
  return items.find((one) => one.chat_session_id === conversation)?.seen;
}
