import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** A message as the wire of OpenAI's chat completions has it. */
export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface WireRequest {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly parallel_tool_calls?: boolean;
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description?: string };
  }[];
}

/** The model's answer to one request. */
export interface Said {
  readonly text?: string;
  /** Thoughts before the text. */
  readonly reasoning?: string;
  /** Promise to wait for after the first word. */
  readonly pause?: Promise<unknown>;
  /** Tools that it calls, by the name that it was told, with the text of their arguments. */
  readonly calls?: readonly (readonly [name: string, input: string])[];
  /** Refuses with that status instead. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Words of that refusal. */
  readonly words?: string;
  /** The connection ends in the middle. */
  readonly cut?: boolean;
  /** How it says that it ended. */
  readonly finish?: string;
  /** true: the answer never ends. */
  readonly never?: boolean;
  /** How many it says that it read and wrote. */
  readonly tokens?: readonly [input: number, output: number];
  /** Promise to wait for before the answer begins. */
  readonly after?: Promise<unknown>;
}

/**
 * A server that speaks as those of OpenAI-compatible models do, streamed, and says what the test has it say.
 * Source of the wire: https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class ModelServer extends EventEmitter<{ asked: [WireRequest] }> {
  readonly requests: WireRequest[] = [];
  readonly keys: (string | undefined)[] = [];
  readonly #server = createServer();
  readonly #say: (request: WireRequest, count: number) => Said;

  /** @param say Says something to the `count`-th request, from 1. */
  constructor(say: (request: WireRequest, count: number) => Said) {
    super();
    this.#say = say;
    this.#server.on('request', (request, response) => {
      // Whoever looks what listens on this machine asks as well.
      if (request.method !== 'POST') return void response.writeHead(405).end();
      void json(request).then(async (body) => {
        const asked = body as WireRequest;
        this.requests.push(asked);
        this.keys.push(request.headers.authorization);
        const said = this.#say(asked, this.requests.length);
        this.emit('asked', asked);
        await said.after;
        await answer(response, asked, said);
      });
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Names it in the models.json of a data folder, as endpoint `test`. */
  configure(dataDir: string, rest: Readonly<Record<string, unknown>> = {}): void {
    const entry = { name: 'test', kind: 'openai-compatible', base_url: this.url, ...rest };
    writeFileSync(join(dataDir, 'models.json'), JSON.stringify({ models: [entry] }));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function answer(response: ServerResponse, asked: WireRequest, said: Said): Promise<void> {
  if (response.destroyed) return;
  if (said.status !== undefined) {
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers });
    response.end(
      JSON.stringify({ error: { message: said.words ?? 'said the test', type: 'test' } }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: 'c1', object: 'chat.completion.chunk', model: asked.model, choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  if (said.reasoning !== undefined) send({ reasoning_content: said.reasoning });
  for (const [index, word] of ((said.text ?? '').match(/\S+\s*/g) ?? []).entries()) {
    if (index === 1) await said.pause;
    send({ content: word });
  }
  if (said.cut === true) {
    response.destroy();
    return;
  }
  const { calls = [] } = said;
  for (const [index, [name, input]] of calls.entries()) {
    const id = `call_${asked.messages.length}_${index}`;
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: input } }] });
  }
  if (said.never === true) return;
  send({}, said.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'));
  const [prompt_tokens, completion_tokens] = said.tokens ?? [100, 10];
  const usage = { prompt_tokens, completion_tokens, total_tokens: 110 };
  response.write(`data: ${JSON.stringify({ id: 'c1', choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}
