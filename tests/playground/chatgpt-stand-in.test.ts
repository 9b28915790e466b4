import { createHash, randomUUID } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startChatgptStandIn } from '../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import type {
  ChatgptStandIn,
  ChatgptOptions,
} from '../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import type { TurnStyle } from '../kit/chatgpt-stand-in/turn-stream.ts';

const open: ChatgptStandIn[] = [];
afterEach(() => Promise.all(open.splice(0).map((site) => site.close())));

async function start(options: ChatgptOptions = {}): Promise<ChatgptStandIn> {
  const site = await startChatgptStandIn(options);
  open.push(site);
  return site;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly json: () => unknown;
}

/** A client that checks the certificate, and believes that chatgpt.com lives here. */
async function ask(
  { port, certificate }: ChatgptStandIn,
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const target = { host: '127.0.0.1', port, servername: 'chatgpt.com', ca: certificate };
  const sent = { host: 'chatgpt.com', 'content-type': 'application/json', ...headers };
  httpsRequest({ ...target, method, path, headers: sent }, (answer) => {
    text(answer).then(
      (said) =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          body: said,
          json: () => JSON.parse(said),
        }),
      reject,
    );
  })
    .on('error', reject)
    .end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

function bearer(site: ChatgptStandIn): Record<string, string> {
  return { authorization: `Bearer ${site.canaries.bearerToken}` };
}

/** The two steps to a one-time token, and the conduit. */
async function tokens(site: ChatgptStandIn): Promise<Record<string, string>> {
  const requirements = '/backend-api/sentinel/chat-requirements';
  const headers = bearer(site);
  const prepared = z
    .object({ prepare_token: z.string(), proofofwork: z.object({ seed: z.string() }) })
    .parse((await ask(site, 'POST', `${requirements}/prepare`, { headers, body: {} })).json());
  const proofofwork = createHash('sha256').update(prepared.proofofwork.seed).digest('hex');
  const body = { prepare_token: prepared.prepare_token, proofofwork };
  const { token } = z
    .object({ token: z.string() })
    .parse((await ask(site, 'POST', `${requirements}/finalize`, { headers, body })).json());
  const prepare = '/backend-api/f/conversation/prepare';
  const { conduit_token } = z
    .object({ conduit_token: z.string() })
    .parse((await ask(site, 'POST', prepare, { headers, body: {} })).json());
  return {
    ...headers,
    'x-conduit-token': conduit_token,
    'openai-sentinel-chat-requirements-token': token,
  };
}

function message(
  words: string,
  { id = randomUUID(), chat, parent = 'client-created-root' }: MessageOptions = {},
): object {
  return {
    action: 'next',
    messages: [
      {
        id,
        author: { role: 'user' },
        create_time: 1778600055.197,
        content: { content_type: 'text', parts: [words] },
        metadata: { serialization_metadata: { custom_symbol_offsets: [] } },
      },
    ],
    ...(chat !== undefined && { conversation_id: chat }),
    parent_message_id: parent,
    model: 'auto',
    conversation_mode: { kind: 'primary_assistant' },
    supports_buffering: true,
    supported_encodings: ['v1'],
  };
}

interface MessageOptions {
  readonly id?: string;
  readonly chat?: string;
  readonly parent?: string;
}

async function say(
  site: ChatgptStandIn,
  words: string,
  options: MessageOptions = {},
): Promise<Answer> {
  const body = message(words, options);
  return ask(site, 'POST', '/backend-api/f/conversation', { headers: await tokens(site), body });
}

const anyEvent = z.looseObject({
  type: z.string().optional(),
  p: z.string().optional(),
  o: z.string().optional(),
  v: z.unknown().optional(),
  conversation_id: z.string().optional(),
});
const begun = z.object({
  message: z.object({
    id: z.string(),
    author: z.object({ role: z.string() }),
    recipient: z.string(),
    channel: z.string().nullable(),
    content: z.object({ content_type: z.string(), parts: z.array(z.string()).optional() }),
    status: z.string(),
    end_turn: z.boolean().nullable(),
  }),
});
const patches = z.array(z.object({ p: z.string(), o: z.string(), v: z.unknown() }));

interface Decoded {
  readonly conversationId: string | undefined;
  readonly messages: { id: string; role: string; text: string; status: string; ends: boolean }[];
  readonly types: string[];
  readonly events: number;
}

/** A reader of its own, small on purpose: follows only what begins a message, its text and its end. */
function decode(...bodies: readonly string[]): Decoded {
  const decoded = { messages: [] as Decoded['messages'], types: [] as string[], events: 0 };
  let conversationId: string | undefined;
  let [path, operation] = ['', 'add'];
  const edit = (p: string, o: string, v: unknown): void => {
    const current = decoded.messages.at(-1);
    if (o === 'patch') for (const patch of patches.parse(v)) edit(patch.p, patch.o, patch.v);
    else if (p === '' && o === 'add') {
      const { id, author, content, status, end_turn } = begun.parse(v).message;
      const words = content.parts?.join('') ?? '';
      decoded.messages.push({
        id,
        role: author.role,
        text: words,
        status,
        ends: end_turn === true,
      });
    } else if (!current) throw new Error('an edit before any message');
    else if (p === '/message/content/parts/0') current.text += z.string().parse(v);
    else if (p === '/message/status') current.status = z.string().parse(v);
    else if (p === '/message/end_turn') current.ends = v === true;
  };
  for (const block of bodies.join('').split('\n\n')) {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined || data === '[DONE]') continue;
    decoded.events += 1;
    if (data === '"v1"') continue;
    const event = anyEvent.parse(JSON.parse(data));
    if (event.type !== undefined) {
      decoded.types.push(event.type);
      conversationId ??= event.conversation_id;
    } else {
      [path, operation] = [event.p ?? path, event.o ?? operation];
      edit(path, operation, event.v);
    }
  }
  return { ...decoded, conversationId };
}

const nodes = z.object({
  current_node: z.string(),
  mapping: z.record(
    z.string(),
    z.object({
      parent: z.string().nullable(),
      children: z.array(z.string()),
      message: z
        .object({
          id: z.string(),
          content: z.looseObject({ parts: z.array(z.string()).optional() }),
        })
        .nullable(),
    }),
  ),
});

async function history(site: ChatgptStandIn, chat: string): Promise<z.infer<typeof nodes>> {
  const path = `/backend-api/conversation/${chat}`;
  return nodes.parse((await ask(site, 'GET', path, { headers: bearer(site) })).json());
}

const PRELUDES: Record<TurnStyle, string[]> = {
  plain: [],
  patched: [],
  instant: [],
  handoff: [],
  thinking: ['system', 'assistant', 'assistant'],
  tool: ['system', 'assistant', 'tool'],
};
const STYLES: readonly TurnStyle[] = ['plain', 'patched', 'thinking', 'tool', 'instant', 'handoff'];

describe.each(STYLES)('a turn in style %s', (style) => {
  test('ends in one finished answer, the same in stream and history', async () => {
    const site = await start({ styles: [style] });
    const id = randomUUID();
    const first = await say(site, 'Hello!', { id });
    expect(first.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(first.body).toMatch(/^event: delta_encoding\ndata: "v1"\n\n/);
    expect(first.body).toMatch(/data: \[DONE\]\n\n$/);

    const bodies = [first.body];
    const { conversationId: chat = '', events } = decode(first.body);
    if (style === 'handoff') {
      expect(decode(first.body).types.at(-1)).toBe('stream_handoff');
      const body = { conversation_id: chat, offset: events };
      const path = '/backend-api/f/conversation/resume';
      bodies.push((await ask(site, 'POST', path, { headers: bearer(site), body })).body);
    }
    const { messages, types } = decode(...bodies);
    const answer = messages.at(-1);
    expect(messages.slice(0, -1).map(({ role }) => role)).toEqual(PRELUDES[style]);
    expect(answer).toMatchObject({
      role: 'assistant',
      status: 'finished_successfully',
      ends: true,
    });
    expect(answer?.text).toContain('```baa\n@conductor::describe\n```');
    expect(types.filter((type) => type === 'message_stream_complete')).toHaveLength(1);
    expect(types.includes('input_message')).toBe(style !== 'instant');
    expect(types).toContain('title_generation');

    const { mapping, current_node } = await history(site, chat);
    expect(current_node).toBe(answer?.id);
    const chain: string[] = [];
    for (let at: string | null = current_node; at; at = mapping[at]?.parent ?? null) chain.push(at);
    expect(chain.reverse().slice(0, 2)).toEqual(['client-created-root', id]);
    expect(chain).toHaveLength(3 + PRELUDES[style].length);
    expect(mapping[current_node]?.message?.content.parts).toEqual([answer?.text]);
    expect(mapping[id]?.message?.content.parts).toEqual(['Hello!']);
  });
});

test('decoys stand in thinking and in tool output only', async () => {
  const site = await start({ styles: ['thinking', 'tool', 'plain'] });
  for (const expected of [true, true, false]) {
    const { body } = await say(site, '/plain');
    expect(body.includes('decoy:')).toBe(expected);
    expect(decode(body).messages.at(-1)?.text).not.toContain('decoy');
  }
});

test('a conversation goes on under its id, and parents must be its own', async () => {
  const site = await start({ styles: ['plain'] });
  const first = decode((await say(site, 'Hello!')).body);
  const chat = first.conversationId ?? '';
  expect(Math.abs(parseInt(chat.slice(0, 8), 16) - Date.now() / 1000)).toBeLessThan(60);
  const parent = first.messages.at(-1)?.id ?? '';
  expect(decode((await say(site, '/plain', { chat, parent })).body).conversationId).toBe(chat);
  expect((await say(site, '/plain', { chat, parent: randomUUID() })).status).toBe(404);
  expect((await say(site, '/plain', { chat: randomUUID() })).status).toBe(404);
  expect(site.log().map((entry) => [entry.text, entry.parent_id])).toEqual([
    ['Hello!', 'client-created-root'],
    ['/plain', parent],
  ]);
  expect(site.duplicates()).toBe(0);
});

describe('one-time tokens', () => {
  const PATH = '/backend-api/f/conversation';

  test('serve one send and no second', async () => {
    const site = await start();
    const headers = await tokens(site);
    const first = await ask(site, 'POST', PATH, { headers, body: message('Hello!') });
    const again = await ask(site, 'POST', PATH, { headers, body: message('Hello again!') });
    expect([first.status, again.status]).toEqual([200, 403]);
    expect(again.body).toContain('Unusual activity');
    expect(site.log()).toHaveLength(1);
  });

  test('cannot be left out, made up, or had without the proof', async () => {
    const site = await start();
    const { 'openai-sentinel-chat-requirements-token': token = '', ...bare } = await tokens(site);
    const forged = { ...bare, 'openai-sentinel-chat-requirements-token': `${token}x` };
    for (const headers of [bare, forged]) {
      const { status } = await ask(site, 'POST', PATH, { headers, body: message('Hi') });
      expect(status).toBe(403);
    }
    const requirements = '/backend-api/sentinel/chat-requirements';
    const headers = bearer(site);
    const { prepare_token } = z
      .object({ prepare_token: z.string() })
      .parse((await ask(site, 'POST', `${requirements}/prepare`, { headers, body: {} })).json());
    const body = { prepare_token, proofofwork: 'lazy' };
    expect((await ask(site, 'POST', `${requirements}/finalize`, { headers, body })).status).toBe(
      403,
    );
    expect(site.log()).toEqual([]);
  });
});

test('the login is a cookie for the page and a bearer token for its requests', async () => {
  const site = await start();
  const { sessionCookie, deviceCookie, bearerToken } = site.canaries;
  const [session = '', device = ''] = (await ask(site, 'GET', '/')).headers['set-cookie'] ?? [];
  expect(session).toMatch(new RegExp(`=${sessionCookie};.*HttpOnly`));
  expect(device).toMatch(new RegExp(`=${deviceCookie};(?!.*HttpOnly)`));
  const [cookie = ''] = session.split(';');
  const known = await ask(site, 'GET', '/api/auth/session', { headers: { cookie } });
  expect(known.json()).toMatchObject({ accessToken: bearerToken });
  expect((await ask(site, 'GET', '/api/auth/session')).json()).toEqual({});
  expect((await ask(site, 'GET', '/backend-api/conversations')).status).toBe(401);
});

describe('faults', () => {
  test('refuse one send, which leaves no trace, and not the next', async () => {
    const site = await start();
    site.faults.rateLimitNextSend(90);
    const limited = await say(site, 'one');
    expect([limited.status, limited.json()]).toMatchObject([429, { detail: { clears_in: 90 } }]);
    site.faults.challengeNextSend();
    const challenged = await say(site, 'two');
    expect([challenged.status, challenged.headers['cf-mitigated']]).toEqual([403, 'challenge']);
    site.faults.failNextSend();
    expect((await say(site, 'three')).status).toBe(500);
    expect(site.log()).toEqual([]);
    expect((await say(site, 'four')).status).toBe(200);
  });

  test('hold a send before it is taken, or after', async () => {
    const site = await start();
    const arrival = site.faults.holdNextSend('arrival');
    const taken = site.faults.holdNextSend();
    const answer = say(site, 'Hello!');
    await arrival.reached;
    expect(site.log()).toEqual([]);
    arrival.release();
    await taken.reached;
    expect(site.log()).toHaveLength(1);
    taken.release();
    expect((await answer).status).toBe(200);
  });

  test('cut or stall a reply, whose rest can be resumed', async () => {
    const site = await start({ styles: ['plain'] });
    site.faults.cutNextReply(6);
    await expect(say(site, '/plain')).rejects.toThrow();
    const [entry] = site.log();
    const body = { conversation_id: entry?.conversation_id, offset: 0 };
    const path = '/backend-api/f/conversation/resume';
    const whole = decode((await ask(site, 'POST', path, { headers: bearer(site), body })).body);
    expect(whole.messages.at(-1)).toMatchObject({ ends: true, status: 'finished_successfully' });

    const gate = site.faults.stallNextReply(6);
    const answer = say(site, '/plain');
    await gate.reached;
    gate.release();
    expect(decode((await answer).body).messages.at(-1)?.ends).toBe(true);
  });

  test('held requests do not keep the site from closing', async () => {
    const site = await startChatgptStandIn();
    const gate = site.faults.holdNextSend();
    const answer = say(site, 'Hello!').catch(() => 'dropped');
    await gate.reached;
    await site.close();
    await answer;
  });
});

test('another name is not this site', async () => {
  const site = await start();
  const headers = { host: 'chatgpt.com.evil.example' };
  expect((await ask(site, 'GET', '/', { headers })).status).toBe(421);
});
