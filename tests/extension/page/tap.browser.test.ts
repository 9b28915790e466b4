import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LabServer, startLabServer } from '../../kit/composer-pages/lab-server.ts';
import { type Lab, openLab } from '../../kit/composer-pages/lab.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

describe.for(SAMPLED_BROWSERS)('the tap in a page of %s', (name) => {
  let lab: Lab;
  let server: LabServer;

  beforeAll(async () => {
    server = await startLabServer();
    lab = await openLab(name);
  });
  afterAll(async () => {
    await lab?.close();
    await server?.close();
  });

  test('fetch stays what it was, and every way of reading gives the same bytes', async () => {
    const lab1 = await lab.open(`${server.origin}/c/tap-00001`);
    const seen = await lab1.page.evaluate(async () => {
      const text = async (stream: ReadableStream<Uint8Array>): Promise<string> =>
        new Response(stream).text();
      const post = (): Promise<Response> =>
        fetch('/bytes', { method: 'POST', body: '{"prompt":"p"}' });
      const body = async (): Promise<ReadableStream<Uint8Array>> => {
        const { body: stream } = await post();
        if (stream === null) throw new Error('no body');
        return stream;
      };
      const read = async (): Promise<string> => {
        const reader = (await body()).getReader();
        const decoder = new TextDecoder();
        let all = '';
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          all += decoder.decode(part.value, { stream: true });
        }
        return all;
      };
      const iterate = async (): Promise<string> => {
        const decoder = new TextDecoder();
        let all = '';
        for await (const chunk of await body()) all += decoder.decode(chunk, { stream: true });
        return all;
      };
      const response = await post();
      const copy = response.clone();
      const [left, right] = (await body()).tee();
      const decoding: ReadableWritablePair<string, Uint8Array> = new TextDecoderStream() as never;
      const piped = (await body()).pipeThrough(decoding).getReader();
      let pipedText = '';
      for (let part = await piped.read(); !part.done; part = await piped.read())
        pipedText += part.value;
      const aborted = new AbortController();
      aborted.abort();
      const errorName = (error: unknown): string =>
        error instanceof Error || error instanceof DOMException ? error.name : '?';
      return {
        ways: [
          await read(),
          await iterate(),
          await response.text(),
          await copy.text(),
          await text(left),
          await text(right),
          pipedText,
          new TextDecoder().decode(await (await post()).arrayBuffer()),
          await (await (await post()).blob()).text(),
        ],
        shape: [
          response instanceof Response,
          response.type,
          response.url,
          response.headers.get('x-lab'),
        ],
        used: response.bodyUsed,
        printed: [fetch.toString(), String(Reflect.get(XMLHttpRequest.prototype, 'send'))],
        names: [
          fetch.name,
          fetch.length,
          WebSocket.name,
          EventSource.prototype.constructor === EventSource,
        ],
        abort: await fetch('/bytes', { method: 'POST', signal: aborted.signal }).catch(errorName),
        network: await fetch('http://127.0.0.1:1/', { method: 'POST' }).catch(errorName),
        json: await fetch('/bytes', { method: 'POST' })
          .then((each) => each.json())
          .catch(errorName),
        invalid: await fetch('http://[').catch(errorName),
      };
    });
    expect(new Set(seen.ways)).toEqual(new Set(['data: {"text":"日本語"}\n\n']));
    expect(seen.shape).toEqual([true, 'basic', `${server.origin}/bytes`, 'kept']);
    expect(seen.used).toBe(true);
    expect(seen.printed[0]).toMatch(/^function fetch\(\) \{\s+\[native code\]\s+\}$/);
    expect(seen.printed[1]).toMatch(/^function send\(\) \{\s+\[native code\]\s+\}$/);
    expect(seen.names).toEqual(['fetch', 1, 'WebSocket', true]);
    expect(seen).toMatchObject({
      abort: 'AbortError',
      network: 'TypeError',
      json: 'SyntaxError',
      invalid: 'TypeError',
    });
    await lab1.page.close();
  });

  test('a page that tampers with everything can neither forge nor read what the tap says', async () => {
    const victim = await lab.open(`${server.origin}/c/tap-00002`);
    await victim.page.evaluate(async () => {
      const stolen: unknown[] = [];
      Object.assign(window, { stolen });
      const forged = { kind: 'chunk', id: 1, reading: 1, text: 'data: forged\n\n' };
      for (const type of ['baton:ask', 'baton:offer']) {
        document.addEventListener(
          type,
          (event) => stolen.push((event as CustomEvent).detail),
          true,
        );
      }
      document.dispatchEvent(new Event('baton:ask'));
      document.dispatchEvent(new CustomEvent('baton:offer', { detail: 'forged' }));
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => stolen.push(event.data);
      window.postMessage('baton:port:forged', '*', [port2]);
      window.postMessage(forged, '*');

      const post = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]): void {
        stolen.push(args[0]);
        post.call(this, args[0]);
      };
      Object.defineProperty(MessageEvent.prototype, 'data', { get: () => forged });
      Object.defineProperty(Array.prototype, '0', {
        set(value) {
          stolen.push(value);
        },
        configurable: true,
      });
      Object.assign(Object.prototype, { toJSON: () => 'forged', kind: 'chunk' });
      TextDecoder.prototype.decode = () =>
        'data: {"id":"f","choices":[{"delta":{"content":"forged"},"finish_reason":"stop"}]}\n\n';
      const chat = '/api/conversations/tap-00002/messages';
      delete (Object.prototype as { toJSON?: unknown }).toJSON;
      await fetch(chat, {
        method: 'POST',
        body: '{"message_id":"m-1","text":"hello","stream":true}',
      }).then((answer) => answer.arrayBuffer());
    });
    const stolen = await victim.page.evaluate(() =>
      (window as unknown as { stolen: unknown[] }).stolen.map(String),
    );
    await victim.page.close();

    // Asked from a page of the same browser that nobody tampered with: that one's own driver is broken now.
    expect(
      stolen.filter((each) => each !== 'undefined' && each !== 'null' && each !== 'forged'),
    ).toEqual([]);
    expect(server.received.filter((each) => each.conversation === 'tap-00002')).toHaveLength(1);
  });

  test.for([null, 'application/octet-stream'])(
    'an answer of the type %s is read by its first bytes',
    async (type) => {
      const id = `tap-type-${type === null ? 'none' : 'bytes'}`;
      const page = await lab.open(`${server.origin}/c/${id}`);
      server.next = { type };
      await page.page.evaluate(async (conversation) => {
        const body = '{"message_id":"m-3","text":"hello","stream":true}';
        const url = `/api/conversations/${conversation}/messages`;
        await (await fetch(url, { method: 'POST', body })).text();
      }, id);
      const log = await page.until((all) => all.some((each) => each.kind === 'page.reply'));
      expect(log.filter((each) => each.kind === 'page.reply')).toMatchObject([
        { reply: { raw_text: 'You said 5 characters. ✓', source: 'live' } },
      ]);
      await page.page.close();
    },
  );

  test('an answer is read to its end where the page gives its request up with the body in hand', async () => {
    const page = await lab.open(`${server.origin}/c/tap-00004`);
    await page.page.evaluate(async () => {
      const chat = '/api/conversations/tap-00004/messages';
      const over = new AbortController();
      const body = '{"message_id":"m-4","text":"hello","stream":true}';
      const answer = await fetch(chat, { method: 'POST', body, signal: over.signal });
      await answer.text();
      over.abort();
    });
    const log = await page.until((all) => all.some((each) => each.kind === 'page.reply'));
    expect(log.filter((each) => each.kind === 'page.reply')).toMatchObject([
      { reply: { raw_text: 'You said 5 characters. ✓', in_reply_to: 'm-4', source: 'live' } },
    ]);
    await page.page.close();
  });

  test('events that a page sends itself are heard as what they are', async () => {
    const page = await lab.open(`${server.origin}/c/tap-00003`);
    await page.page.evaluate(async () => {
      TextDecoder.prototype.decode = () => 'data: forged\n\n';
      MessagePort.prototype.postMessage = () => undefined;
      window.postMessage({ kind: 'chunk', id: 1, reading: 1, text: 'forged' }, '*');
      const chat = '/api/conversations/tap-00003/messages';
      const init = { method: 'POST', body: '{"message_id":"m-2","text":"hello","stream":true}' };
      await (await fetch(chat, init)).arrayBuffer();
    });
    const log = await page.until((all) => all.some((each) => each.kind === 'page.reply'));
    expect(log.filter((each) => each.kind === 'page.reply')).toMatchObject([
      { reply: { raw_text: 'You said 5 characters. ✓', in_reply_to: 'm-2', source: 'live' } },
    ]);
    await page.page.close();
  });
});
