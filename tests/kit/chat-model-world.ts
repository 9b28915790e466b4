import { expect } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { runConductor, type RunningConductor, tempDir } from './running-conductor.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';
import { type Answer, SimulatedModelChat } from './simulated-model-chat.ts';

export type Run = ResponseOf<'getAgentRun'>;
type Sent = ResponseOf<'sendMessage'>;
export type Session = ResponseOf<'openAgentSession'>;

/** A conductor, and a browser at a chat site whose assistant is `say`: what agents need whose model is a chat. */
export interface ChatModelWorld {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly site: SimulatedModelChat;
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Our id of a chat. */
  readonly idOf: (chat: string) => Promise<string>;
  readonly open: (model: string, agent?: string) => Promise<Session>;
  readonly say: (session: Session, text: string) => Promise<Sent>;
  /** The same, without waiting; the id of the run. */
  readonly begin: (session: Session, text: string) => Promise<string>;
  readonly until: (run: string, status: Run['status']) => Promise<Run>;
}

/** The conversation `mine` is open in the browser. */
export async function chatModelWorld(
  say: (text: string, count: number) => Answer,
  { now, dataDir = tempDir() }: { readonly now?: () => number; readonly dataDir?: string } = {},
): Promise<ChatModelWorld> {
  const conductor = await runConductor({}, dataDir, now === undefined ? {} : { now });
  const { browser, inbox } = await conductor.browser();
  const site = new SimulatedModelChat(browser, ['mine'], say);
  await inbox.allAcked();
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    (await conductor.admin(method, path, body)).json() as Promise<Answer>;
  return {
    conductor,
    browser,
    site,
    ask,
    async idOf(chat) {
      const { items } = await ask<ResponseOf<'listConversations'>>('GET', '/v1/conversations');
      const found = items.find((one) => one.remote_conversation_id === chat);
      return found?.local_conversation_id ?? '';
    },
    open: (model, agent = 'assistant') =>
      ask<Session>('POST', '/v1/agent-sessions', { agent, model }),
    say: ({ session_id: id }, text) =>
      ask<Sent>('POST', `/v1/conversations/${id}/messages?wait=final&timeout_ms=60000`, { text }),
    async begin({ session_id: id }, text) {
      const path = `/v1/conversations/${id}/messages`;
      return (await ask<Sent>('POST', path, { text })).job.job_id;
    },
    async until(run, status) {
      const look = () => ask<Run>('GET', `/v1/agent-runs/${run}`);
      await expect.poll(async () => (await look()).status).toBe(status);
      return look();
    },
  };
}
