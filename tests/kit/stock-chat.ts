import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai';

/** Holds what a chat shows, as its own bindings to a UI library do. */
class PlainState implements ChatState<UIMessage> {
  status: ChatStatus = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[];

  constructor(messages: readonly UIMessage[]) {
    this.messages = [...messages];
  }

  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message];
  };
  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.with(index, this.snapshot(message));
  };
  snapshot = <Value>(value: Value): Value => structuredClone(value);
}

/** The client of the AI SDK that pages use, without a page. */
export class StockChat extends AbstractChat<UIMessage> {
  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    super({ ...init, state: new PlainState(messages) });
  }
}

/** A client of that session which begins with these messages, as a page that shows them does. */
export function stockChat(
  { url, adminSecret }: { readonly url: string; readonly adminSecret: string },
  init: ChatInit<UIMessage> & { readonly body?: object },
): StockChat {
  const { body = {}, ...rest } = init;
  return new StockChat({
    ...rest,
    transport: new DefaultChatTransport({
      api: `${url}/v1/chat`,
      headers: { authorization: `Bearer ${adminSecret}` },
      body,
    }),
  });
}

/** A message as it travels: without what is undefined. */
export function plainParts({ parts }: UIMessage): unknown {
  return JSON.parse(JSON.stringify(parts));
}

/** The parts of the message that a stock client makes of these chunks. */
export async function folded(chunks: readonly UIMessageChunk[]): Promise<unknown> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let parts: unknown = null;
  for await (const message of readUIMessageStream({ stream })) parts = plainParts(message);
  return parts;
}

/** The chunks of a stream, as they come. */
export async function* readChunks({ body }: Response): AsyncGenerator<UIMessageChunk> {
  if (body === null) throw new Error('it has no body');
  for await (const one of parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema })) {
    if (!one.success) throw one.error;
    yield one.value;
  }
}

/** All chunks of a stream, to its end. */
export async function chunksOf(streamed: Response): Promise<UIMessageChunk[]> {
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of readChunks(streamed)) chunks.push(chunk);
  return chunks;
}
