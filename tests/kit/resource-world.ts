import { finalMessage, runtimeReport } from './browser-frames.ts';
import type { FrameInbox } from './frame-inbox.ts';
import { type RunningConductor, runConductor } from './running-conductor.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';
import { SimulatedExecutor } from './simulated-executor.ts';

export const SITE = 'https://example.org';

/** A call, as the API shows it. */
export interface CallShown {
  readonly call_id: string;
  readonly status: string;
  readonly resource_id: string | null;
  readonly risk: string;
  readonly result: { readonly text: string } | null;
  readonly error: { readonly code: string; readonly text: string } | null;
  /** Code of a refusal. */
  readonly code?: string;
}

export interface ApprovalShown {
  readonly approval_id: string;
  readonly decision: string;
  readonly local_conversation_id: string;
  readonly instruction: { readonly action: string; readonly risk: string };
  readonly subject: Readonly<Record<string, string | null>>;
}

export interface ResourceWorld {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly executor: SimulatedExecutor;
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly session: (label?: string) => Promise<string>;
  /** Runs a tool for a program whose person lets it, unless `more` says otherwise. */
  readonly run: (
    id: string,
    tool: string,
    args?: object,
    more?: object,
    waitMs?: number,
  ) => Promise<CallShown>;
  readonly call: (id: string) => Promise<CallShown>;
  readonly approvals: () => Promise<readonly ApprovalShown[]>;
  /** Resolves with what waits for a person, as soon as something does. */
  readonly asked: () => Promise<ApprovalShown>;
  readonly answer: (
    id: string,
    decision: string,
  ) => Promise<{ readonly code?: string; readonly decision?: string }>;
  /** A conversation in auto, by its local id. */
  readonly conversation: (remote: string) => Promise<string>;
  /** Has the assistant of the conversation say something. */
  readonly says: (remote: string, text: string) => void;
}

/** A conductor with a browser that can hold pages. */
export async function resourceWorld(
  granted: readonly string[] = [SITE],
  hooks: Parameters<typeof runConductor>[2] = {},
): Promise<ResourceWorld> {
  const conductor = await runConductor({}, undefined, hooks);
  const { browser, inbox } = await conductor.browser();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  for (const origin of granted) executor.grant(origin);
  await inbox.allAcked();
  let said = 0;

  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return (await (await conductor.admin(method, path, body)).json()) as Answer;
  }

  async function approvals(): Promise<readonly ApprovalShown[]> {
    const { items } = await ask<{ items: ApprovalShown[] }>('GET', '/v1/approvals?decision=open');
    return items;
  }

  return {
    conductor,
    browser,
    inbox,
    executor,
    ask,
    approvals,
    async session(label = 'a program') {
      const made = await ask<{ chat_session_id: string }>('POST', '/v1/sessions', { label });
      return made.chat_session_id;
    },
    run: (id, tool, args = {}, more = {}, waitMs = 5_000) =>
      ask('POST', `/v1/sessions/${id}/calls?wait=${String(waitMs)}`, {
        tool,
        args,
        judge: false,
        ...more,
      }),
    call: (id) => ask('GET', `/v1/calls/${id}`),
    async asked() {
      for (;;) {
        const [first] = await approvals();
        if (first !== undefined) return first;
      }
    },
    answer: (id, decision) => ask('POST', `/v1/approvals/${id}/decision`, { decision }),
    async conversation(remote) {
      browser.send(runtimeReport([remote]));
      browser.send(finalMessage(remote, `${remote}-0`, 'Hello.'));
      const state = await inbox.first(
        'conversation.state',
        (one) => one.remote_conversation_id === remote,
      );
      await conductor.setMode(state.local_conversation_id, 'auto');
      return state.local_conversation_id;
    },
    says(remote, text) {
      said += 1;
      browser.send(finalMessage(remote, `${remote}-${String(said)}`, text));
    },
  };
}
