import type { HostileCase } from './hostile-case.ts';
import { FORGED, pollute } from './pollute.ts';
import { startTaps, type TappedPage } from './tapped-page.ts';

const taps: TappedPage = startTaps();
const GIVE_UP_MS = 2_000;
/** More than any answer has; what a page makes of its own promises may never end. */
const MOST_READS = 9;
const { stringify } = JSON;
const { apply } = Reflect;
let other = '';

window.hostile = {
  async run(cases, otherOrigin) {
    other = otherOrigin;
    const from = taps.told.length;
    for (const one of cases) await attempt(one);
    await taps.arm(false);
    const last = `/last?n=${cases[0]?.number}`;
    await (await fetch(last, { method: 'POST', body: '' })).text();
    await taps.until((told) => {
      const request = told.find((it) => it.kind === 'request' && it.url.endsWith(last));
      return told.some(
        (it) => it.kind === 'end' && request !== undefined && it.id === idOf(request),
      );
    });
    return stringify(taps.told.slice(from));
  },
  async moves() {
    const from = taps.told.length;
    const frame = document.body.appendChild(document.createElement('iframe'));
    const realm = frame.contentWindow as unknown as typeof globalThis;
    realm.History.prototype.pushState.call(history, null, '', '/elsewhere');
    await taps.arm(false);
    return taps.told.slice(from).some(({ kind }) => kind === 'location');
  },
  async read(path, pollution, otherOrigin) {
    const isRead = ({ kind }: { readonly kind: string }): boolean => kind === 'read';
    const undo = pollute(pollution, await fetch(`${otherOrigin}/elsewhere`));
    taps.read(path);
    await new Promise((resolve) => void taps.until((told) => told.some(isRead)).then(resolve));
    undo();
    return stringify(taps.told.find(isRead));
  },
};

async function attempt(one: HostileCase): Promise<void> {
  await taps.arm(one.isHeld);
  const elsewhere = await fetch(`${other}/elsewhere?n=${one.number}`);
  const frame = document.body.appendChild(document.createElement('iframe'));
  const act = { fetch: byFetch, xhr: byXhr, socket: bySocket, events: byEvents }[one.way];
  let undo = (): void => undefined;
  await new Promise<void>((resolve) => {
    // The page may have broken what it waits for itself.
    setTimeout(resolve, GIVE_UP_MS);
    const isOver = act(one, frame, () => {
      undo = pollute(one.pollution, elsewhere);
    });
    isOver.then(resolve, resolve);
  });
  undo();
  frame.remove();
  document.querySelector('base')?.remove();
}

const idOf = (event: object): unknown => Reflect.get(event, 'id');

type Pollute = () => void;

function addressesOf({ number, target, isSwapped, way }: HostileCase): readonly [string, string] {
  const site = way === 'socket' ? location.origin.replace('http', 'ws') : location.origin;
  const away = way === 'socket' ? other.replace('http', 'ws') : other;
  const path = way === 'events' ? '/events' : '/say';
  const first = `${site}${path}?n=${number}&first`;
  const redirect = (to: string): string =>
    `${site}${path}?n=${number}&status=307&to=${encodeURIComponent(to)}`;
  const second = {
    site: `${site}${path}?n=${number}&second`,
    other: `${away}${path}?n=${number}&second`,
    'redirect-away': redirect(`${away}${path}?n=${number}&redirected`),
    'redirect-home': redirect(`${site}${path}?n=${number}&redirected`),
  }[target];
  return isSwapped ? [second, first] : [first, second];
}

/** Says one thing when it is first asked, and another from then on. */
function changing(change: HostileCase['change'], first: string, second: string): unknown {
  let asked = 0;
  const say = (): string => (asked++ === 0 ? first : second);
  switch (change) {
    case 'string':
      return { toString: say };
    case 'primitive':
      return { [Symbol.toPrimitive]: say };
    case 'proxy':
      return new Proxy(
        {},
        { get: (_target, name) => (name === Symbol.toPrimitive ? say : undefined) },
      );
    case 'address':
      return Object.assign(new URL(first, location.href), { toString: say });
  }
}

interface HostileBody {
  readonly value: unknown;
  readonly mutate: () => void;
}

function bodyOf({ body, change, number }: HostileCase): HostileBody {
  const text = `{"prompt":"${number}"}`;
  switch (body) {
    case 'text':
      return { value: text, mutate: () => undefined };
    case 'changing':
      return {
        value: changing(change, text, `{"prompt":"${number} changed"}`),
        mutate: () => undefined,
      };
    case 'bytes': {
      const bytes = new TextEncoder().encode(text);
      return { value: bytes, mutate: () => bytes.fill(120) };
    }
    case 'params': {
      const params = new URLSearchParams({ prompt: String(number) });
      return { value: params, mutate: () => params.set('prompt', 'changed') };
    }
    case 'form': {
      const form = new FormData();
      form.set('prompt', String(number));
      return { value: form, mutate: () => form.set('prompt', 'changed') };
    }
  }
}

/** Each member is another one each time it is asked for. */
function initOf(one: HostileCase, body: HostileBody): RequestInit {
  const asked = { method: 0, headers: 0, body: 0 };
  const members: Record<string, () => unknown> = {
    method: () => (asked.method++ === 0 ? 'POST' : 'PUT'),
    headers: () => ({ 'x-asked': `${asked.headers++}` }),
    body: () => (asked.body++ === 0 ? body.value : 'changed'),
  };
  if (one.change !== 'proxy') {
    return Object.create(
      {},
      Object.fromEntries(Object.entries(members).map(([name, get]) => [name, { get }])),
    ) as RequestInit;
  }
  return new Proxy({}, { get: (_target, name) => members[String(name)]?.() });
}

async function byFetch(
  one: HostileCase,
  frame: HTMLIFrameElement,
  polluted: Pollute,
): Promise<void> {
  const [first, second] = addressesOf(one);
  const body = bodyOf(one);
  const init = initOf(one, body);
  let input = changing(one.change, first, second) as RequestInfo;
  const headers = new Headers({ 'x-first': '1' });
  if (one.move === 'uses-again') {
    class Mine extends Request {
      override get url(): string {
        return second;
      }
    }
    input = new Mine(first, { headers });
  }
  if (one.move === 'moves-base') {
    input = new URL(first).pathname + new URL(first).search;
    moveBase();
  }
  polluted();
  const answer = fetch(input, init);
  document.querySelector('base')?.remove();
  if (one.move === 'mutates') body.mutate();
  const given = await answer;
  if (one.move === 'reads-unseen') await readUnseen(given, frame);
  await readAnswer(given, one.reading);
}

/** The first bytes, by methods of a realm that has no tap. */
async function readUnseen(answer: Response, frame: HTMLIFrameElement): Promise<void> {
  const realm = frame.contentWindow as unknown as typeof globalThis;
  const bodyOf = Reflect.getOwnPropertyDescriptor(realm.Response.prototype, 'body')?.get;
  const body = bodyOf === undefined ? null : apply(bodyOf, answer, []);
  const reader = realm.ReadableStream.prototype.getReader.call(body, { mode: 'byob' });
  await (reader as ReadableStreamBYOBReader).read(new Uint8Array(4));
  reader.releaseLock();
}

function moveBase(): void {
  document.head.append(Object.assign(document.createElement('base'), { href: `${other}/` }));
}

async function readAnswer(answer: Response, reading: HostileCase['reading']): Promise<void> {
  const drain = async (stream: ReadableStream<Uint8Array> | null): Promise<void> => {
    const reader = stream?.getReader();
    for (let reads = 0; reads < MOST_READS; reads += 1) if ((await reader?.read())?.done) return;
  };
  switch (reading) {
    case 'text':
      return void (await answer.text());
    case 'bytes':
      return void (await answer.arrayBuffer());
    case 'clone':
      return void (await Promise.all([answer.clone().text(), answer.text()]));
    case 'reader':
      return drain(answer.body);
    case 'iterate':
      for await (const chunk of answer.body ?? []) void chunk;
      return;
    case 'tee':
      for (const branch of answer.body?.tee() ?? []) await drain(branch);
      return;
    case 'pipe':
      return answer.body?.pipeTo(new WritableStream());
  }
}

async function byXhr(one: HostileCase, frame: HTMLIFrameElement, polluted: Pollute): Promise<void> {
  const [first, second] = addressesOf(one);
  const body = bodyOf(one);
  const untouched = (frame.contentWindow as unknown as typeof globalThis).XMLHttpRequest.prototype;
  const xhr = new XMLHttpRequest();
  polluted();
  const over = (): Promise<unknown> => new Promise((resolve) => (xhr.onloadend = resolve));
  if (one.move === 'moves-base') moveBase();
  const path = new URL(first).pathname + new URL(first).search;
  const address = one.move === 'moves-base' ? path : changing(one.change, first, second);
  xhr.open(changing(one.change, 'POST', 'PUT') as string, address as string);
  document.querySelector('base')?.remove();
  xhr.setRequestHeader('X-Said', changing(one.change, 'first', 'second') as string);
  if (one.move === 'opens-other' && one.number % 2 === 0) xhr.open('POST', second, true);
  if (one.move === 'opens-other' && one.number % 2 === 1) {
    xhr.open('POST', second.replace('/say', '/in-step'), false);
    return xhr.send('in step');
  }
  const unseen = second.replace('/say', '/unseen');
  if (one.move === 'opens-other-unseen') untouched.open.call(xhr, 'POST', unseen, true);
  const isOver = over();
  xhr.send(body.value as string);
  if (one.move === 'mutates') body.mutate();
  if (one.move === 'sends-twice') attemptTo(() => xhr.send('twice'));
  if (one.move === 'dispatches') {
    for (const name of ['readystatechange', 'loadend']) xhr.dispatchEvent(new Event(name));
  }
  await isOver;
  if (one.move !== 'uses-again') return;
  const again = over();
  untouched.open.call(xhr, 'POST', unseen, true);
  untouched.send.call(xhr, 'unseen');
  await again;
}

function attemptTo(act: () => void): void {
  try {
    act();
  } catch {
    // As it should be.
  }
}

async function bySocket(
  one: HostileCase,
  _frame: HTMLIFrameElement,
  polluted: Pollute,
): Promise<void> {
  const [first, second] = addressesOf(one);
  const body = bodyOf(one);
  polluted();
  const socket = new WebSocket(changing(one.change, first, second) as string);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const heard = new Promise((resolve) => (socket.onmessage = resolve));
  socket.send(body.value as string);
  if (one.move === 'mutates') body.mutate();
  if (one.move === 'dispatches') {
    socket.dispatchEvent(new MessageEvent('message', { data: FORGED }));
  }
  await heard;
  socket.close();
}

async function byEvents(
  one: HostileCase,
  _frame: HTMLIFrameElement,
  polluted: Pollute,
): Promise<void> {
  const [first, second] = addressesOf(one);
  polluted();
  const events = new EventSource(changing(one.change, first, second) as string);
  events.addEventListener(changing(one.change, 'one', 'two') as string, () => undefined);
  const heard = new Promise((resolve, reject) => {
    events.onmessage = resolve;
    events.onerror = reject;
  });
  if (one.move === 'dispatches') {
    events.dispatchEvent(new MessageEvent('message', { data: FORGED, origin: location.origin }));
    return events.close();
  }
  await heard.finally(() => events.close());
}
