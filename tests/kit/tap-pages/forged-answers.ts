/** Words that the page passes off as the assistant's. */
export const FORGED = 'forged by the page';
const WORDS = `data: {"from":"${FORGED}"}\n\n`;

type Forgery = (send: () => Promise<Response>) => Promise<unknown>;

const realThen = Reflect.get(Promise.prototype, 'then') as Promise<unknown>['then'];
const bytes = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode(WORDS);
const ownStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes());
      controller.close();
    },
  });
/** A built-in of the page says something else while it sends. */
const while_ =
  (of: object, name: PropertyKey, value: PropertyDescriptor): Forgery =>
  async (send) => {
    const before = Reflect.getOwnPropertyDescriptor(of, name);
    Reflect.defineProperty(of, name, { configurable: true, ...value });
    try {
      return await (await send()).text();
    } finally {
      if (before === undefined) Reflect.deleteProperty(of, name);
      else Reflect.defineProperty(of, name, before);
    }
  };
const frameRealm = (): typeof globalThis =>
  document.body.appendChild(document.createElement('iframe'))
    .contentWindow as unknown as typeof globalThis;

/** Ways in which a script of a page may have words of its own told as the answer to what it sent. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'an answer of its own, read': () => new Response(WORDS).text(),
  'an answer of its own with the address of a real one': async (send) => {
    const own = new Response(ownStream());
    const { url } = await send();
    Object.defineProperty(own, 'url', { value: url });
    return own.text();
  },
  'a real answer, its prototype one of its own': async (send) => {
    const real = await send();
    Object.setPrototypeOf(real, {
      text: async () => WORDS,
      get body() {
        return ownStream();
      },
    });
    return real.text();
  },
  'a real answer with a body of its own': async (send) => {
    const real = await send();
    Object.defineProperty(real, 'body', { value: ownStream() });
    for await (const chunk of real.body ?? []) void chunk;
    return real.text();
  },
  'a copy of the real one with another body': async (send) => {
    const real = await send();
    return new Response(ownStream(), real).text();
  },
  'a decoder that says it': async (send) =>
    while_(TextDecoder.prototype, 'decode', { value: () => WORDS, writable: true })(send),
  'a reader that says it': async (send) =>
    while_(ReadableStreamDefaultReader.prototype, 'read', {
      value: async () => ({ done: false, value: bytes() }),
      writable: true,
    })(send),
  'the text of every answer': async (send) =>
    while_(Response.prototype, 'text', { value: async () => WORDS, writable: true })(send),
  'the body of every answer': async (send) =>
    while_(Response.prototype, 'body', { get: ownStream })(send),
  'the address of every answer': async (send) =>
    while_(Response.prototype, 'url', { get: () => location.href })(async () => {
      await send();
      return new Response(ownStream());
    }),
  'a promise that gives another answer': async (send) =>
    while_(Promise.prototype, 'then', {
      value(this: Promise<unknown>, done: (it: unknown) => unknown) {
        return realThen.call(this, () => done(new Response(ownStream())));
      },
      writable: true,
    })(send).catch(() => null),
  'a thenable that every object is': async (send) =>
    while_(Object.prototype, 'value', {
      get: () => bytes(),
      set: () => undefined,
    })(send).catch(() => null),
  'a realm without a tap, and its answer': async () => {
    const realm = frameRealm();
    const { Response: Other } = realm as unknown as { Response: typeof Response };
    return new Other(ownStream()).text();
  },
  'a body read by the methods of another realm': async (send) => {
    const realm = frameRealm() as unknown as { Response: typeof Response };
    const real = await send();
    Object.defineProperty(real, 'arrayBuffer', { value: async () => bytes().buffer });
    return realm.Response.prototype.text.call(real);
  },
  'a worker that answers': async (send) => {
    const source = `postMessage(${JSON.stringify(WORDS)})`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    await new Promise((resolve) => (worker.onmessage = resolve));
    worker.terminate();
    return (await send()).text();
  },
  'an answer out of a cache': async (send) => {
    const { url } = await send();
    const cache = await caches.open('forged');
    await cache.put(new Request(url), new Response(WORDS));
    const kept = await caches.match(url);
    await caches.delete('forged');
    return kept?.text();
  },
  'a blob for an address': async () =>
    (await fetch(URL.createObjectURL(new Blob([WORDS])), { method: 'GET' })).text(),
  'words in an address': async () => (await fetch(`data:text/event-stream,${WORDS}`)).text(),
  'an XMLHttpRequest whose text is its own': (send) =>
    new Promise((resolve) => {
      const xhr = new XMLHttpRequest();
      Object.defineProperty(xhr, 'responseText', { value: WORDS });
      Object.defineProperty(xhr, 'response', { value: WORDS });
      Object.defineProperty(xhr, 'responseURL', { value: location.href });
      xhr.open('POST', `/say?n=forged`);
      xhr.onloadend = () => void send().then(resolve);
      xhr.send('x');
    }),
  'an XMLHttpRequest whose events are its own': (send) =>
    new Promise((resolve) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', `/say?n=forged`);
      xhr.onloadend = () => void send().then(resolve);
      xhr.send('x');
      Object.defineProperty(xhr, 'readyState', { value: 4 });
      Object.defineProperty(xhr, 'responseText', { get: () => WORDS });
      xhr.dispatchEvent(new ProgressEvent('progress', { loaded: 9 }));
      xhr.dispatchEvent(new Event('readystatechange'));
    }),
  'messages of its own to the tap': async (send) => {
    for (const data of [{ kind: 'chunk', id: 1, reading: 1, text: WORDS }, WORDS])
      window.postMessage(data, '*', [new MessageChannel().port2]);
    return (await send()).text();
  },
};
