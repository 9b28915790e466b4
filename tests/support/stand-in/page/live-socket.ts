/** The one socket of a page, opened when it loads and again when it broke. */
export class LiveSocket {
  readonly #address: string;
  readonly #listeners = new Set<(frame: unknown) => void>();
  #socket: Promise<WebSocket>;

  constructor(path: string) {
    this.#address = `wss://${location.host}${path}`;
    this.#socket = this.#open();
  }

  async send(frame: object): Promise<void> {
    let socket = await this.#socket;
    if (socket.readyState !== WebSocket.OPEN) {
      this.#socket = this.#open();
      socket = await this.#socket;
    }
    socket.send(JSON.stringify(frame));
  }

  /** What comes from now on, whenever it is asked for. */
  listen(signal: AbortSignal): AsyncGenerator<unknown> {
    const frames: unknown[] = [];
    let wake = Promise.withResolvers<void>();
    const hear = (frame: unknown): void => {
      frames.push(frame);
      wake.resolve();
    };
    this.#listeners.add(hear);
    const forget = (): void => void this.#listeners.delete(hear);
    signal.addEventListener('abort', forget);
    return (async function* (): AsyncGenerator<unknown> {
      try {
        for (;;) {
          yield* frames.splice(0);
          await wake.promise;
          wake = Promise.withResolvers();
        }
      } finally {
        forget();
      }
    })();
  }

  #open(): Promise<WebSocket> {
    const socket = new WebSocket(this.#address);
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const frame: unknown = JSON.parse(data);
      for (const hear of this.#listeners) hear(frame);
    });
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(socket));
      socket.addEventListener('error', () => reject(new Error('The line could not be opened.')));
    });
  }
}
