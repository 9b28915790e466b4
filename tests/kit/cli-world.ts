import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { asking, deliveryResult, finalMessage, runtimeReport } from './browser-frames.ts';
import { type ConductorProcess, startConductorProcess } from './conductor-process.ts';
import { FrameInbox } from './frame-inbox.ts';
import { pairBrowser, SimulatedBrowser } from './simulated-browser.ts';

/** Chats of the world, by what becomes of a message that is sent into them. */
const CHATS = ['talks', 'silent', 'refuses', 'unseen'] as const;
/** Message that `talks` answers with a part of a reply. */
export const TOO_LONG = 'Say all of it.';
/** Message that `refuses` answers with a limit of ages, once. */
export const LIMITED = 'Once too often.';
export type ChatName = (typeof CHATS)[number];

export interface CliWorld {
  readonly conductor: ConductorProcess;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly url: string;
  /** A folder for files of the test. */
  readonly dir: string;
  readonly dataDir: string;
  readonly adminSecret: string;
  /** Our ids of the chats. */
  readonly ids: Readonly<Record<ChatName, string>>;
  readonly api: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<T>;
  /** The assistant of `talks` says something; resolves when the conductor has it. */
  says(messageId: string, text: string): Promise<void>;
  /** The assistant of `talks` asks for what a person must allow; resolves with the id of the approval. */
  asks(messageId: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * A real conductor in its own process, and a browser with four chats: `talks` answers each message with its echo,
 * `silent` takes messages and says nothing, `refuses` fails each, `unseen` has no page any more.
 */
export async function openCliWorld(mcpServers: Record<string, unknown> = {}): Promise<CliWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'baton-cli-'));
  const dataDir = mkdtempSync(join(dir, 'data-'));
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const conductor = await startConductorProcess({ dataDir });
  const { url } = conductor;
  const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const browser = new SimulatedBrowser(url, await pairBrowser(url, adminSecret));
  const inbox = new FrameInbox(browser);
  await browser.connect();

  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminSecret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  const entry = (name: string) => ({ remote_conversation_id: name, title: `Chat that ${name}` });
  browser.send(runtimeReport(CHATS.map(entry)));
  for (const name of CHATS) browser.send(finalMessage(name, `${name}-0`, `I am ${name}.`));
  browser.send({
    ...runtimeReport(CHATS.filter((name) => name !== 'unseen').map(entry)),
    startable_platforms: ['chatgpt'],
  });
  await inbox.allAcked();
  const { items } = await api<{
    items: { local_conversation_id: string; remote_conversation_id: string }[];
  }>('GET', '/v1/conversations');
  const ids = Object.fromEntries(
    items.map((one) => [one.remote_conversation_id, one.local_conversation_id]),
  ) as Record<ChatName, string>;

  browser.on('frame', (frame) => {
    if (frame.type !== 'delivery.enqueue') return;
    const chat = frame.remote_conversation_id;
    if (chat === 'refuses' && frame.message_text === LIMITED && frame.attempt === 1) {
      const limit = { error_code: 'rate_limited', error_message: 'Too many.' } as const;
      browser.send(deliveryResult(frame, 'failed', { ...limit, retry_after_ms: 9e15 }));
      return;
    }
    if (chat === 'refuses') {
      const fault = {
        error_code: 'challenge_required',
        error_message: 'Are you a robot?',
      } as const;
      browser.send(deliveryResult(frame, 'failed', fault));
      return;
    }
    browser.send(deliveryResult(frame, 'acked'));
    if (chat !== 'talks') return;
    const isPart = frame.message_text === TOO_LONG;
    const said = finalMessage(chat, `to-${frame.job_id}`, `You said: ${frame.message_text}`);
    browser.send({ ...said, ...(isPart && { complete: 'cut' }) });
  });

  async function says(messageId: string, text: string): Promise<void> {
    browser.send(finalMessage('talks', messageId, text));
    await inbox.allAcked();
  }

  return {
    conductor,
    browser,
    inbox,
    url,
    dir,
    dataDir,
    adminSecret,
    ids,
    api,
    says,
    async asks(messageId) {
      await says(
        messageId,
        asking(`@conversation::send::{"to":"${ids.silent}","text":"${messageId}"}`),
      );
      const path = `/v1/approvals?decision=open&conversation=${ids.talks}`;
      for (;;) {
        const open = await api<{
          items: {
            approval_id: string;
            instruction: { assistant_message_id: string };
          }[];
        }>('GET', path);
        const found = open.items.find(
          ({ instruction }) => instruction.assistant_message_id === messageId,
        );
        if (found !== undefined) return found.approval_id;
      }
    },
    async close() {
      browser.close();
      await conductor.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
