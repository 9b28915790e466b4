import { randomUUID } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, test } from 'vitest';

import { claude } from '../../extension/platforms/claude/claude.ts';
import { deepseek } from '../../extension/platforms/deepseek/deepseek.ts';
import type { Platform, ReplyEvent } from '../../extension/platforms/platform.ts';
import { ORGANIZATION } from '../kit/claude-stand-in/claude-face.ts';
import { startClaudeStandIn } from '../kit/claude-stand-in/start-claude-stand-in.ts';
import type { ClaudeStandIn } from '../kit/claude-stand-in/start-claude-stand-in.ts';
import { startDeepseekStandIn } from '../kit/deepseek-stand-in/start-deepseek-stand-in.ts';
import type { DeepseekStandIn } from '../kit/deepseek-stand-in/start-deepseek-stand-in.ts';
import type { StandIn } from '../kit/stand-in/start-stand-in.ts';

const open: StandIn[] = [];
afterEach(() => Promise.all(open.splice(0).map((site) => site.close())));

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** A client that checks the certificate, and believes that the site lives here. */
async function ask(
  { port, certificate }: StandIn,
  host: string,
  { path, headers, body }: { path: string; headers: Record<string, string>; body?: object },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const target = { host: '127.0.0.1', port, servername: host, ca: certificate, path };
  const sent = { host, 'content-type': 'application/json', ...headers };
  httpsRequest({ ...target, method: body ? 'POST' : 'GET', headers: sent }, (answer) => {
    text(answer).then((said) => resolve({ status: answer.statusCode, body: said }), reject);
  })
    .on('error', reject)
    .end(body && JSON.stringify(body));
  return promise;
}

/** Returns the adapter's events for an answer to a send. */
function decode(platform: Platform, path: string, sent: object, stream: string): ReplyEvent[] {
  const url = `https://site.example${path}`;
  const request = { url, method: 'POST', body: JSON.stringify(sent), pageUrl: url };
  const decoder = platform.decodeReply(request, 'text/event-stream; charset=utf-8');
  return decoder === null ? [] : [...decoder.push(stream), ...decoder.end()];
}

interface ClaudeSend {
  readonly turn_message_uuids: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

describe('claude.ai', () => {
  const conversations = `/api/organizations/${ORGANIZATION}/chat_conversations`;
  const headersOf = ({ canaries }: ClaudeStandIn): Record<string, string> => ({
    cookie: `sessionKey=${canaries.sessionCookie}`,
    'anthropic-client-platform': 'web_claude_ai',
    'anthropic-device-id': canaries.deviceCookie,
    'x-activity-session-id': canaries.activitySession,
  });
  const bodyOf = (prompt: string, more: object = {}): ClaudeSend => ({
    prompt,
    turn_message_uuids: { human_message_uuid: randomUUID(), assistant_message_uuid: randomUUID() },
    model: 'claude-sonnet-5',
    timezone: 'UTC',
    locale: 'en-US',
    rendering_mode: 'messages',
    personalized_styles: [],
    tools: [],
    attachments: [],
    files: [],
    sync_sources: [],
    ...more,
  });
  const start = async (): Promise<ClaudeStandIn> => {
    const site = await startClaudeStandIn();
    open.push(site);
    return site;
  };

  test('takes the ids its page made, and tells the same answer in both streams and the history', async () => {
    const site = await start();
    const id = randomUUID();
    const path = `${conversations}/${id}/completion`;
    const headers = headersOf(site);
    let parent: string | null = null;
    for (const [prompt, lineEnd] of [
      ['Hello!', '\n'],
      ['/echo once', '\r\n'],
    ] as const) {
      const sent = bodyOf(
        prompt,
        parent === null
          ? { create_conversation_params: { name: '' } }
          : { parent_message_uuid: parent },
      );
      const answer = await ask(site, 'claude.ai', { path, headers, body: sent });
      expect(answer.body).toContain(`event: message_stop${lineEnd}`);
      const final = decode(claude, path, sent, answer.body).find(({ type }) => type === 'final');
      const ids = sent.turn_message_uuids;
      expect(final).toMatchObject({ assistantMessageId: ids['assistant_message_uuid'] });
      const read = `${conversations}/${id}?tree=True&rendering_mode=messages&render_all_tools=true`;
      const history = await ask(site, 'claude.ai', { path: read, headers });
      expect(claude.history?.parse(history.body)?.slice(-2)).toEqual([
        { id: ids['human_message_uuid'], role: 'user', text: prompt, final: true },
        {
          id: ids['assistant_message_uuid'],
          role: 'assistant',
          text: (final as { text?: string }).text,
          final: true,
        },
      ]);
      parent = ids['assistant_message_uuid'] ?? null;
    }
    expect(site.log().map((message) => message.text)).toEqual(['Hello!', '/echo once']);
  });

  test('refuses who is not its page, who makes a conversation twice, and who is logged out', async () => {
    const site = await start();
    const { id } = site.createConversation();
    const path = `${conversations}/${id}/completion`;
    const { cookie = '', ...rest } = headersOf(site);
    const first = bodyOf('Hi', { create_conversation_params: { name: '' } });
    const statuses = [];
    for (const [headers, body] of [
      [{ cookie }, bodyOf('Hi')],
      [rest, bodyOf('Hi')],
      [{ cookie, ...rest }, first],
      [{ cookie, ...rest }, bodyOf('Hi', { parent_message_uuid: randomUUID() })],
    ] as const) {
      statuses.push((await ask(site, 'claude.ai', { path, headers, body })).status);
    }
    expect(statuses).toEqual([403, 403, 400, 400]);
    expect(site.log()).toEqual([]);
  });

  test('tells limits and overload with their status, and within a stream', async () => {
    const site = await start();
    const { id } = site.createConversation();
    const path = `${conversations}/${id}/completion`;
    const sent = bodyOf('Hi');
    const post = (): Promise<Answer> =>
      ask(site, 'claude.ai', { path, headers: headersOf(site), body: sent });
    site.faults.rateLimitNextSend(90);
    const limited = await post();
    expect(claude.readRefusal(limited.status ?? 0, {}, limited.body)).toMatchObject({
      code: 'rate_limited',
    });
    site.faults.noticeInNextReply({ kind: 'rate_limited', clearsInSeconds: 90 });
    expect(decode(claude, path, sent, (await post()).body)).toMatchObject([
      { type: 'error', code: 'rate_limited' },
    ]);
    site.faults.noticeInNextReply({ kind: 'overloaded' });
    expect(decode(claude, path, sent, (await post()).body)).toMatchObject([
      { type: 'error', code: 'send_rejected', text: 'Overloaded' },
    ]);
    expect(site.log()).toEqual([]);
    expect((await post()).status).toBe(200);
  });
});

describe('chat.deepseek.com', () => {
  const PATH = '/api/v0/chat/completion';
  const start = async (): Promise<DeepseekStandIn> => {
    const site = await startDeepseekStandIn();
    open.push(site);
    return site;
  };
  const bodyOf = (session: string, prompt: string, parent: number | null): object => ({
    chat_session_id: session,
    parent_message_id: parent,
    model_type: 'default',
    prompt,
    ref_file_ids: [],
    thinking_enabled: false,
    search_enabled: false,
    preempt: false,
  });
  const bearer = ({ canaries }: DeepseekStandIn): Record<string, string> => ({
    authorization: `Bearer ${canaries.bearerToken}`,
  });
  async function proofs(site: DeepseekStandIn): Promise<string[]> {
    const path = '/api/v0/chat/create_pow_challenge';
    const body = { target_path: PATH };
    const answer = await ask(site, 'chat.deepseek.com', { path, headers: bearer(site), body });
    const [signature = ''] = /canary-ds-proof-[\w-]+/.exec(answer.body) ?? [];
    return Array.from({ length: 64 }, (_, solution) => `${signature}.${solution}`);
  }
  /** Tries every solution: one alone is right, and that once. */
  async function send(site: DeepseekStandIn, body: object): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const proof of await proofs(site)) {
      const headers = { ...bearer(site), 'x-ds-pow-response': proof };
      answers.push(await ask(site, 'chat.deepseek.com', { path: PATH, headers, body }));
    }
    return answers.filter(({ body: said }) => !said.includes('INVALID_POW_RESPONSE'));
  }

  test('numbers messages, wants a proof for each, and tells the same answer in stream and history', async () => {
    const site = await start();
    const { id } = site.createConversation();
    for (const [turn, prompt] of ['Hello!', '/echo once', '/plain'].entries()) {
      const body = bodyOf(id, prompt, turn === 0 ? null : 2 * turn);
      const answers = await send(site, body);
      expect(answers).toHaveLength(1);
      const events = decode(deepseek, PATH, body, answers[0]?.body ?? '');
      const final = events.find(({ type }) => type === 'final') as { text?: string } | undefined;
      expect(final).toMatchObject({ assistantMessageId: String(2 * turn + 2) });
      expect(final?.text).not.toContain('decoy');
      const path = `/api/v0/chat/history_messages?chat_session_id=${id}`;
      const history = await ask(site, 'chat.deepseek.com', { path, headers: bearer(site) });
      expect(deepseek.history?.parse(history.body)?.slice(-2)).toEqual([
        { id: String(2 * turn + 1), role: 'user', text: prompt, final: true },
        { id: String(2 * turn + 2), role: 'assistant', text: final?.text, final: true },
      ]);
    }
    expect(site.duplicates()).toBe(0);
  });

  test('tells a limit within the stream, after it has named the messages to come', async () => {
    const site = await start();
    const { id } = site.createConversation();
    site.faults.noticeInNextReply({ kind: 'rate_limited', clearsInSeconds: 90 });
    const body = bodyOf(id, 'Hi', null);
    const [limited] = await send(site, body);
    expect(decode(deepseek, PATH, body, limited?.body ?? '')).toMatchObject([
      { type: 'conversation' },
      { type: 'error', code: 'rate_limited' },
    ]);
    expect(site.log()).toEqual([]);
  });

  test('answers in its envelope to who has no bearer', async () => {
    const site = await start();
    const answer = await ask(site, 'chat.deepseek.com', { path: PATH, headers: {}, body: {} });
    expect(deepseek.readRefusal(answer.status ?? 0, {}, answer.body)).toMatchObject({
      code: 'missing_credential',
    });
  });
});
