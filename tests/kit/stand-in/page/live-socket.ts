/** The one socket of a page, opened when it loads and again when it broke. */
export class LiveSocket {
  readonly #address: string;
  readonly #listeners = new Set<(frame: string) => void>();
  #socket: Promise<WebSocket>;

  constructor(path: string) {
    this.#address = `${location.origin.replace('http', 'ws')}${path}`;
    this.#socket = this.#open();
  }

  async send(frame: string): Promise<void> {
    let socket = await this.#socket;
    if (socket.readyState !== WebSocket.OPEN) {
      this.#socket = this.#open();
      socket = await this.#socket;
    }
    socket.send(frame);
  }

  /** Yields all frames that come from now on, whenever they are asked for. */
  listen(signal: AbortSignal): AsyncGenerator<string> {
    const frames: string[] = [];
    let wake = Promise.withResolvers<void>();
    const hear = (frame: string): void => {
      frames.push(frame);
      wake.resolve();
    };
    this.#listeners.add(hear);
    const forget = (): void => void this.#listeners.delete(hear);
    signal.addEventListener('abort', forget);
    return (async function* (): AsyncGenerator<string> {
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
      for (const hear of this.#listeners) hear(data);
    });
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(socket));
      socket.addEventListener('error', () => reject(new Error('The line could not be opened.')));
    });
  }
}
