import { startTaps } from './tapped-page.ts';

/** Calls of honest pages, each with its own address: the same with a tap, without one, and while sends are held. */
type Call = (url: string) => Promise<unknown>;

declare global {
  interface Window {
    /** Makes the calls and returns their outcomes. `?tap=` says whether there are taps, and whether they hold. */
    honest?: () => Promise<Record<string, unknown>>;
  }
}

const tap = new URLSearchParams(location.search).get('tap');
const taps = tap === 'none' ? undefined : startTaps();

const form = (): FormData => {
  const it = new FormData();
  it.set('words', 'ein Wörtchen');
  it.set('file', new File([new Uint8Array([0, 255, 10, 13])], 'a file.bin', { type: 'image/png' }));
  return it;
};
const bytes = new Uint8Array([0, 1, 2, 250, 251, 252]);
const BODIES: Readonly<Record<string, () => BodyInit>> = {
  text: () => 'plain “text” \ud800 half',
  json: () => '{"a":1}',
  empty: () => '',
  params: () => new URLSearchParams({ a: 'b c', d: 'é' }),
  form,
  blob: () => new Blob(['<a>'], { type: 'Text/XML' }),
  untyped: () => new Blob([bytes]),
  bytes: () => bytes,
  part: () => new DataView(bytes.buffer, 2, 3),
  buffer: () => bytes.buffer,
};

const shapeOf = async (answer: Response): Promise<unknown> => [
  answer.status,
  answer.type,
  answer.redirected,
  new URL(answer.url).pathname,
  [...answer.headers.keys()].includes('content-type'),
  (await answer.text()).length,
  answer.bodyUsed,
];
const errorOf = (reason: unknown): unknown => Object(reason).name ?? reason;

const byXhr = (
  prepare: (xhr: XMLHttpRequest) => void,
  body?: () => XMLHttpRequestBodyInit | Document,
): Promise<unknown> =>
  new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const events: string[] = [];
    const hear = ({ type }: Event): void => {
      if (type !== 'progress') events.push(`${type} ${xhr.readyState}`);
    };
    for (const type of [
      'loadstart',
      'readystatechange',
      'load',
      'error',
      'abort',
      'timeout',
      'loadend',
    ]) {
      xhr.addEventListener(type, hear);
    }
    xhr.onloadend = () => {
      const text = xhr.responseType === '' ? xhr.responseText.length : Boolean(xhr.response);
      resolve([xhr.status, text, xhr.withCredentials, [...new Set(events)]]);
    };
    prepare(xhr);
    if (body === undefined) xhr.send();
    else xhr.send(body());
  });

const calls: Record<string, Call> = {
  'fetch of an address': async (url) => shapeOf(await fetch(url)),
  'fetch of an address object': async (url) =>
    shapeOf(await fetch(new URL(url, location.href), { method: 'post' })),
  'fetch of a relative address': async (url) =>
    shapeOf(await fetch(`../..${url}`, { method: 'POST' })),
  'fetch of a request': async (url) => {
    const request = new Request(url, { method: 'POST', body: form(), headers: { 'X-Own': 'Yes' } });
    return [await shapeOf(await fetch(request)), request.bodyUsed];
  },
  'fetch of a request, changed': async (url) => {
    const request = new Request(url, { method: 'POST', body: 'one', headers: [['x-own', '1']] });
    const headers = new Headers({ 'x-own': '2' });
    return shapeOf(await fetch(request, { method: 'POST', body: 'two', headers }));
  },
  'fetch of a request, again': async (url) => {
    const request = new Request(url, { method: 'POST', body: 'one' });
    await (await fetch(request)).text();
    return fetch(request).catch(errorOf);
  },
  'fetch of a request of its own kind': async (url) => {
    class Mine extends Request {}
    return shapeOf(await fetch(new Mine(url, { method: 'POST', body: 'mine' })));
  },
  'fetch with all that can be said': async (url) =>
    shapeOf(
      await fetch(url, {
        method: 'POST',
        body: 'all',
        cache: 'no-store',
        credentials: 'include',
        integrity: '',
        keepalive: true,
        mode: 'same-origin',
        priority: 'low',
        redirect: 'follow',
        referrer: `${location.origin}/from`,
        referrerPolicy: 'unsafe-url',
        signal: new AbortController().signal,
        window: null,
      }),
    ),
  'fetch as a method of nothing': async (url) =>
    shapeOf(await Reflect.apply(fetch, undefined, [url, { method: 'POST' }])),
  'fetch of nothing': () => (fetch as unknown as () => Promise<unknown>)().catch(errorOf),
  'fetch of another’s': (url) => fetch.call({} as Window, url).catch(errorOf),
  'fetch with a getter that fails': (url) =>
    fetch(url, {
      method: 'POST',
      get body(): string {
        throw new RangeError('mine');
      },
    }).catch(errorOf),
  'fetch with a body to GET': (url) =>
    fetch(new URL(url, location.href), Object({ body: 'x' })).catch(errorOf),
  'fetch of a redirect': async (url) =>
    shapeOf(await fetch(`${url}&status=307&to=/say`, { method: 'POST', body: form() })),
  'fetch that wants no redirect': (url) =>
    fetch(`${url}&status=307&to=/say`, { method: 'POST', redirect: 'error' }).catch(errorOf),
  'fetch of a redirect, by hand': async (url) => {
    const { type, status } = await fetch(`${url}&status=307&to=/say`, {
      method: 'POST',
      redirect: 'manual',
    });
    return [type, status];
  },
  'fetch that is given up before': (url) =>
    fetch(url, { method: 'POST', signal: AbortSignal.abort('why') }).catch(errorOf),
  'fetch that is given up': async (url) => {
    const controller = new AbortController();
    const answer = fetch(`${url}&slow`, { method: 'POST', signal: controller.signal });
    controller.abort(new RangeError('mine'));
    return answer.catch(errorOf);
  },
  'an answer that is given up': async (url) => {
    const controller = new AbortController();
    const answer = await fetch(`${url}&open`, { method: 'POST', signal: controller.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    const next = reader?.read();
    controller.abort(new RangeError('mine'));
    return next?.then(() => 'none', errorOf);
  },
  'a reader that lets go': async (url) => {
    const { body } = await fetch(url, { method: 'POST' });
    const first = body?.getReader();
    await first?.read();
    const locked = [body?.locked];
    first?.releaseLock();
    locked.push(body?.locked);
    const second = body?.getReader();
    while ((await second?.read())?.done === false);
    await second?.closed;
    return locked;
  },
  'a reader with a buffer of its own': async (url) => {
    const { body } = await fetch(url, { method: 'POST' });
    const reader = body?.getReader({ mode: 'byob' });
    let size = 0;
    for (;;) {
      const { done, value } = (await reader?.read(new Uint8Array(16))) ?? { done: true };
      size += value?.length ?? 0;
      if (done) return [size, value instanceof Uint8Array];
    }
  },
  'several reads at once': async (url) => {
    const { body } = await fetch(url, { method: 'POST' });
    if (body === null) return null;
    const reader = body.getReader();
    const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => reader.read()));
    return [all.reduce((size, it) => size + (it.value?.length ?? 0), 0), all.at(-1)?.done];
  },
  'a stream that is cancelled': async (url) => {
    const { body } = await fetch(`${url}&open`, { method: 'POST' });
    await body?.cancel('enough');
    return (await body?.getReader().read())?.done;
  },
  'a loop that is left': async (url) => {
    const { body } = await fetch(`${url}&open`, { method: 'POST' });
    for await (const chunk of body ?? []) {
      if (chunk.length > 0) break;
    }
    return body?.locked;
  },
  'a stream read twice': async (url) => {
    const { body } = await fetch(url, { method: 'POST' });
    body?.getReader();
    try {
      return body?.getReader();
    } catch (error) {
      return errorOf(error);
    }
  },
  'XMLHttpRequest to read': (url) => byXhr((xhr) => xhr.open('GET', url)),
  'XMLHttpRequest with headers': (url) =>
    byXhr(
      (xhr) => {
        xhr.withCredentials = true;
        xhr.timeout = 60_000;
        xhr.open('post', new URL(url, location.href));
        xhr.setRequestHeader('X-Two', 'a');
        xhr.setRequestHeader('x-two', 'b');
        xhr.setRequestHeader('Content-Type', 'application/json');
        xhr.setRequestHeader('Cookie', 'forbidden');
      },
      () => '{}',
    ),
  'XMLHttpRequest of a document': (url) =>
    byXhr(
      (xhr) => xhr.open('POST', url),
      () => new DOMParser().parseFromString('<a>é</a>', 'application/xml'),
    ),
  'XMLHttpRequest of bytes': (url) =>
    byXhr((xhr) => {
      xhr.open('POST', url, true, undefined, null);
      xhr.responseType = 'arraybuffer';
    }),
  'XMLHttpRequest of a redirect': (url) =>
    byXhr(
      (xhr) => xhr.open('POST', `${url}&status=307&to=/say`),
      () => 'moved',
    ),
  'XMLHttpRequest that is given up': (url) =>
    byXhr((xhr) => {
      xhr.open('POST', `${url}&slow`);
      queueMicrotask(() => xhr.abort());
    }),
  'XMLHttpRequest in step': (url) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', url, false);
    xhr.send('in step');
    return Promise.resolve(xhr.status);
  },
  'XMLHttpRequest that is not open': () =>
    Promise.resolve()
      .then(() => new XMLHttpRequest().send())
      .catch(errorOf),
};
for (const [kind, make] of Object.entries(BODIES)) {
  calls[`fetch with ${kind}`] = async (url) =>
    shapeOf(await fetch(url, { method: 'POST', body: make() }));
  calls[`XMLHttpRequest with ${kind}`] = (url) =>
    byXhr((xhr) => xhr.open('POST', url), make as () => XMLHttpRequestBodyInit);
}

window.honest = async () => {
  const came: Record<string, unknown> = {};
  if (tap === 'held') await taps?.arm(true);
  for (const [name, call] of Object.entries(calls)) {
    came[name] = await call(`/say?what=${encodeURIComponent(name)}`).catch(errorOf);
  }
  return came;
};
