import { beforeEach, describe, expect, test } from 'vitest';

import type { PageEvent } from '../../../extension/content/connect-tap.ts';
import type { ExchangeListener } from '../../../extension/content/exchange.ts';
import { Exchanges } from '../../../extension/content/exchanges.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const noted: string[] = [];
beforeEach(() => void noted.splice(0));

const listener: ExchangeListener = {
  held: (_exchange, judge) => judge(true),
  sent: ({ send }) => void noted.push(`sent ${send?.text}`),
  captured: () => undefined,
  accepted: ({ send }) => void noted.push(`accepted ${send?.text}`),
  refused: ({ send }, { code }) => void noted.push(`refused ${send?.text} ${code}`),
  lost: ({ send }, left) => void noted.push(`lost ${send?.text} ${left ? 'left' : 'unsent'}`),
  replied({ send }, event) {
    if (event.type === 'final') noted.push(`final ${send?.text}: ${event.text}`);
  },
  over({ send }, end) {
    if (end === 'cut') noted.push(`cut ${send?.text}`);
  },
  unread: () => Promise.resolve(),
  polled: () => undefined,
  read: () => undefined,
};

function page(
  standsStill = () => Promise.resolve(false),
): (event: Exclude<PageEvent, { kind: 'frame' | 'location' | 'elsewhere' }>) => void {
  Object.assign(globalThis, { location: { href: 'https://chat.example/' } });
  const exchanges = new Exchanges(
    generic,
    listener,
    () => undefined,
    () => 0,
    standsStill,
  );
  return (event) => exchanges.take(event);
}

const say = (id: number, source: number, text: string): PageEvent & { kind: 'dispatch' } => ({
  kind: 'dispatch',
  id: -id,
  source,
  url: 'wss://chat.example/live',
  text: JSON.stringify({ message: text }),
  held: true,
});
const hear = (source: number, fields: object): PageEvent & { kind: 'message' } => ({
  kind: 'message',
  source,
  name: null,
  text: JSON.stringify(fields),
});

describe('a reply that comes over a socket', () => {
  test('is taken for the answer, and the answer for the proof that the send arrived', () => {
    const take = page();
    take(hear(1, { type: 'token', text: 'of before' }));
    take(say(1, 1, 'A'));
    take(hear(1, { type: 'pong' }));
    expect(noted).toEqual(['sent A']);
    take(hear(1, { type: 'token', text: 'Yes' }));
    take(hear(1, { type: 'done' }));
    take(hear(1, { type: 'token', text: 'of nobody' }));
    expect(noted).toEqual(['sent A', 'accepted A', 'final A: Yes']);
  });

  test('proves nothing while another may still be coming in', () => {
    const take = page();
    take(say(1, 1, 'A'));
    take(hear(1, { type: 'token', text: 'Half an ans' }));
    take(say(2, 1, 'B'));
    take(hear(1, { type: 'token', text: 'wer' }));
    expect(noted).toEqual(['sent A', 'accepted A', 'sent B']);
  });

  test('belongs to what went over the same socket', () => {
    const take = page();
    take(say(1, 1, 'A'));
    take(say(2, 2, 'B'));
    take(hear(1, { type: 'token', text: 'to A' }));
    take(hear(1, { type: 'done' }));
    expect(noted.slice(2)).toEqual(['accepted A', 'final A: to A']);
  });

  test('may never come: a line that broke leaves the outcome open', () => {
    const take = page();
    take(say(1, 1, 'A'));
    take({ kind: 'closed', source: 1 });
    take({ kind: 'closed', source: 1 });
    expect(noted).toEqual(['sent A', 'lost A left', 'cut A']);
  });

  test('answers a request where nothing went over a socket', () => {
    const take = page();
    const request = { kind: 'request', id: 1, url: 'https://chat.example/ask' } as const;
    take({ ...request, method: 'POST', body: '{"text":"A"}', header_names: '', held: false });
    const event = { kind: 'message', source: 3 } as const;
    take({ ...event, name: 'piece', text: '{"type":"piece","delta":"Yes"}' });
    take({ ...event, name: 'end', text: '{"type":"end"}' });
    expect(noted).toEqual(['sent A', 'final A: Yes']);
  });

  test('to a request is cut where what brought it breaks, and by nothing else', () => {
    const take = page();
    const request = { kind: 'request', id: 1, url: 'https://chat.example/ask' } as const;
    take({ ...request, method: 'POST', body: '{"text":"A"}', header_names: '', held: false });
    take({ kind: 'closed', source: 3 });
    const event = { kind: 'message', source: 3 } as const;
    take({ ...event, name: 'piece', text: '{"type":"piece","delta":"Yes"}' });
    take({ kind: 'closed', source: 4 });
    expect(noted).toEqual(['sent A']);
    take({ kind: 'closed', source: 3 });
    take({ kind: 'closed', source: 3 });
    expect(noted).toEqual(['sent A', 'cut A']);
  });

  test('of an error is told as one', () => {
    const take = page();
    take(say(1, 1, 'A'));
    take(hear(1, { error: { message: 'no' } }));
    expect(noted).toEqual(['sent A', 'refused A send_rejected']);
  });

  test.for(['error', 'stream:error', 'chat/failed', 'chatError'])(
    'of an error is told as one where only the name of its event, %s, says so',
    (name) => {
      const take = page();
      take(say(1, 1, 'A'));
      const text = `42${JSON.stringify([name, { message: 'no' }])}`;
      take({ kind: 'message', source: 1, name: null, text });
      expect(noted).toEqual(['sent A', 'refused A send_rejected']);
    },
  );

  test('is no error where only a tool in it failed', () => {
    const take = page();
    take(say(1, 1, 'A'));
    take({ kind: 'message', source: 1, name: null, text: '42["tool:error",{"message":"no"}]' });
    expect(noted).toEqual(['sent A']);
  });
});

describe('a reply in a stream of events that the page asks for by itself', () => {
  const head = ['text/event-stream', null, null] as const;
  const post = (id: number, text: string, answer: string | null): PageEvent[] => [
    {
      kind: 'request',
      id,
      url: 'https://chat.example/ask',
      method: 'POST',
      held: false,
      body: JSON.stringify({ text, session: 'session-7' }),
      header_names: '',
    },
    { kind: 'response', id, status: 200, head: ['application/json', null, null] },
    ...(answer === null ? [] : [chunk(id, answer)]),
    { kind: 'end', id, reading: 1, how: 'complete' },
  ];
  const get = (id: number, path: string): PageEvent[] => [
    {
      kind: 'request',
      id,
      url: `https://chat.example${path}`,
      method: 'GET',
      held: false,
      body: '',
      header_names: '',
    },
    { kind: 'response', id, status: 200, head },
  ];
  const chunk = (id: number, text: string, reading = 1): PageEvent => ({
    kind: 'chunk',
    id,
    reading,
    text,
  });
  const end = (id: number, how: 'complete' | 'cut' = 'complete'): PageEvent => ({
    kind: 'end',
    id,
    reading: 1,
    how,
  });
  const event = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
  const tell = (...events: readonly PageEvent[]): void => {
    const take = page();
    for (const each of events) take(each as Parameters<typeof take>[0]);
  };
  const told = (): string[] => noted.filter((note) => !note.startsWith('accepted'));
  const whole = event({ type: 'token', text: 'Yes' }) + event({ type: 'done' });

  test('answers the send before it, however it is cut and read', () => {
    const half = whole.length / 2;
    const [one, other] = [whole.slice(0, half), whole.slice(half)];
    tell(
      ...post(1, 'A', '{"queued":true}'),
      ...get(2, '/stream?session=session-7'),
      chunk(2, one),
      chunk(2, one, 2),
      chunk(2, other),
      chunk(2, other, 2),
      end(2),
    );
    expect(told()).toEqual(['sent A', 'final A: Yes']);
  });

  test('that was open before answers it as well, by its own end alone', () => {
    const bare = event({ text: 'Yes' });
    tell(...get(1, '/updates'), ...post(2, 'A', '{}'), chunk(1, bare), end(1));
    expect(told()).toEqual(['sent A', 'cut A']);
    noted.splice(0);
    tell(...get(1, '/updates'), ...post(2, 'A', '{}'), chunk(1, whole));
    expect(told()).toEqual(['sent A', 'final A: Yes']);
  });

  test('ends it with its transfer where the answer to the send first named it', () => {
    const bare = event({ text: 'Yes' });
    const run = [...post(1, 'A', '{"run":"run-99"}'), ...get(2, '/runs/run-99/events')];
    tell(...run, chunk(2, bare), end(2));
    expect(told()).toEqual(['sent A', 'final A: Yes']);
    noted.splice(0);
    tell(...run, chunk(2, bare), end(2, 'cut'));
    expect(told()).toEqual(['sent A', 'cut A']);
    noted.splice(0);
    tell(...run, chunk(2, ': nothing yet'), end(2, 'cut'));
    expect(told()).toEqual(['sent A', 'cut A']);
  });

  test('may be the rest of one that came in part, and then is not read for it', () => {
    tell(
      ...post(1, 'A', event({ type: 'token', text: 'Half' })),
      ...get(2, '/chat/chat-1234/stream'),
      chunk(2, whole),
      end(2),
    );
    expect(told().filter((note) => note.startsWith('final A'))).toEqual([]);
  });
});

describe('a reply in one message over a socket', () => {
  const sent = { type: 'text', author: 'me', data: { text: 'A' } };
  const reply = { id: 7, type: 'text', author: 'support', data: { text: 'Yes' } };
  const typing = { type: 'typing', author: 'support' };

  /** Returns the notes once all frames have rested for a moment. */
  async function toldOf(frames: readonly object[], { said = sent as object, isStill = true } = {}) {
    noted.splice(0);
    const take = page(() => Promise.resolve(isStill));
    take({ ...say(1, 1, ''), text: JSON.stringify(said) });
    for (const frame of frames) take(hear(1, frame));
    await new Promise((resolve) => setImmediate(resolve));
    return noted.slice(1).filter((note) => !note.startsWith('accepted'));
  }

  test('in the form in which the page sent its own is whole once nothing follows', async () => {
    expect(await toldOf([typing, reply])).toEqual(['final A: Yes']);
    expect(await toldOf([{ ...sent, id: 6 }, reply, { type: 'pong' }])).toEqual(['final A: Yes']);
    const flat = { from: 'user-1', text: 'A' };
    const answer = { from: 'helper', text: 'Yes', created_at: 1 };
    expect(await toldOf([answer], { said: flat })).toEqual(['final A: Yes']);
  });

  test('is not where it goes on, or something is shown to be written', async () => {
    expect(await toldOf([reply], { isStill: false })).toEqual([]);
    expect(await toldOf([reply, typing])).toEqual([]);
    expect(await toldOf([reply, { ...reply, data: { text: 'Yes, but' } }])).toEqual([]);
    expect(await toldOf([{ ...reply, done: false }])).toEqual([]);
  });

  test('is not by the author of the send, of another form, or without a mark of its own', async () => {
    expect(await toldOf([{ ...reply, author: 'me' }])).toEqual([]);
    expect(await toldOf([{ ...reply, type: 'token' }])).toEqual([]);
    expect(await toldOf([{ type: 'text', author: 'support', data: { text: 'Yes' } }])).toEqual([]);
  });

  test('is never whole on a page where one came in pieces', async () => {
    const take = page(() => Promise.resolve(true));
    const frame = JSON.stringify({ type: 'text', author: 'me', data: { text: 'A' } });
    take({ ...say(1, 1, ''), text: frame });
    take(hear(1, reply));
    take(hear(1, { ...reply, data: { text: 'Yes, but' } }));
    take({ ...say(2, 1, ''), text: frame.replace('A', 'B') });
    take(hear(1, { ...reply, id: 8 }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(noted.filter((note) => note.startsWith('final'))).toEqual([]);
  });

  test('of the site itself tells why there is none', async () => {
    const notice = { type: 'system', data: { text: 'The queue is full.' } };
    expect(await toldOf([typing, notice])).toEqual(['refused A send_rejected']);
  });
});
