export interface Patch {
  readonly p: string;
  readonly o: 'append' | 'replace' | 'add';
  readonly v: unknown;
}

const SHORTEST_FRAME_CHARACTERS = 32;

/**
 * Writes `delta_encoding v1` events as the site does: path and operation are left out when they are
 * those of the delta before; the channel counts messages and is named where one begins.
 */
export class DeltaWriter {
  #path: string | null = null;
  #operation: string | null = null;
  #channel = -1;

  /** Begins a message: a whole document in a channel of its own. */
  begin(document: object): string {
    this.#channel += 1;
    return this.#write('', 'add', document, { c: this.#channel });
  }

  append(path: string, value: unknown): string {
    return this.#write(path, 'append', value);
  }

  patch(patches: readonly Patch[]): string {
    return this.#write('', 'patch', patches);
  }

  #write(path: string, operation: string, value: unknown, channel: object = {}): string {
    const delta = {
      ...(path !== this.#path && { p: path }),
      ...(operation !== this.#operation && { o: operation }),
      v: value,
      ...channel,
    };
    this.#path = path;
    this.#operation = operation;
    return `event: delta\ndata: ${JSON.stringify(delta).padEnd(SHORTEST_FRAME_CHARACTERS)}\n\n`;
  }
}
