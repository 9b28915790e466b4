import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking, finalMessage, runtimeReport } from './browser-frames.ts';
import { type ConductorProcess, startConductorProcess } from './conductor-process.ts';
import { FrameInbox } from './frame-inbox.ts';
import { pairBrowser, SimulatedBrowser } from './simulated-browser.ts';

/** A conductor in a process of its own with tool servers, and a conversation in auto whose assistant calls their tools. */
export interface ToolChat {
  readonly conductor: ConductorProcess;
  readonly conversation: string;
  /** A reply with these lines. */
  says(lines: string): void;
  /** A reply that calls the tool: what has become of it once it has ended or asks. */
  called(tool: string): Promise<unknown>;
  /** Returns the state of the newest action. */
  newest(this: void): unknown;
  /** The approval that waits. */
  waiting(): Promise<ResponseOf<'getApproval'>>;
  /** Why its action asks. */
  why(): Promise<ResponseOf<'explainInstruction'>>;
  answer(decision: string): Promise<void>;
}

/** @param servers As in `mcp.json`, given the folder of the conductor. @param tool Which tools run unasked. */
export async function startToolChat(
  servers: (dataDir: string) => Readonly<Record<string, object>>,
  tool: string,
): Promise<ToolChat> {
  const conductor = await startConductorProcess();
  onTestFinished(() => conductor.dispose());
  const { dataDir } = conductor;
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: servers(dataDir) }));
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
  const browser = new SimulatedBrowser(conductor.url, await pairBrowser(conductor.url, secret));
  onTestFinished(() => browser.close());
  const inbox = new FrameInbox(browser);
  await browser.connect();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: conversation } = await inbox.first('conversation.state');
  await conductor.ask('PUT', `/v1/conversations/${conversation}/mode`, { mode: 'auto' });
  await conductor.ask('POST', '/v1/policy/rules', { tool, decision: 'run' });
  let replies = 0;

  const chat: ToolChat = {
    conductor,
    conversation,
    says(lines) {
      replies += 1;
      browser.send(finalMessage('a', `r${replies}`, asking(lines)));
    },
    async called(name) {
      chat.says(`@${name}::{"n":${replies + 1}}`);
      const all = () => conductor.query('select status from instructions');
      await expect.poll(all).toHaveLength(replies);
      await expect.poll(chat.newest).not.toMatch(/pending|ready|running/);
      return chat.newest();
    },
    newest: () =>
      conductor.query(
        'select status from instructions order by created_at desc, instruction_id desc limit 1',
      )[0]?.['status'],
    async waiting() {
      const page = await conductor.ask('GET', '/v1/approvals?decision=open');
      const [first] = (page as ResponseOf<'listApprovals'>).items;
      if (first === undefined) throw new Error('nothing waits');
      return first;
    },
    async why() {
      const { instruction } = await chat.waiting();
      const path = `/v1/instructions/${instruction.instruction_id}/why`;
      return (await conductor.ask('GET', path)) as ResponseOf<'explainInstruction'>;
    },
    async answer(decision) {
      const { approval_id: id } = await chat.waiting();
      await conductor.ask('POST', `/v1/approvals/${id}/decision`, { decision });
    },
  };
  return chat;
}
