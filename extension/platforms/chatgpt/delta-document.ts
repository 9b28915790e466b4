import { applyStreamPatch, isRoot } from '../kit/apply-stream-patch.ts';
import { at, isObject, listAt, textAt } from '../kit/json-value.ts';

interface Cursor {
  channel: number;
  pointer: string;
  op: string;
}

/** One edited document; `damaged` once an edit of its message's content did not fit. */
export interface DeltaDocument {
  readonly value: unknown;
  readonly damaged: boolean;
  /** Text this edit added at the end of the message; null when it installed a whole document. */
  readonly appended: string | null;
}

/**
 * The documents of a `delta_encoding v1` stream: one per channel, edited by `{c?, p?, o?, v}`. Channel,
 * pointer and operation carry over from the edit before when left out; the value never does. Inside a
 * `patch` nothing carries over. An edit that does not fit damages its document instead of guessing.
 * Source: site.md, Replies.
 */
export class DeltaDocuments {
  readonly #documents = new Map<number, { root: unknown; damaged: boolean }>();
  readonly #cursor: Cursor = { channel: 0, pointer: '', op: 'add' };
  #textPointer = '/message/content/parts/0';
  #appended: string | null = '';

  /** Applies one `event: delta` and returns the document it touched; null when it is no delta. */
  apply(delta: unknown): DeltaDocument | null {
    if (!isObject(delta) || !Object.hasOwn(delta, 'v')) return null;
    const channel = at(delta, 'c');
    if (typeof channel === 'number') this.#cursor.channel = channel;
    this.#cursor.pointer = textAt(delta, 'p') ?? this.#cursor.pointer;
    this.#cursor.op = textAt(delta, 'o') ?? this.#cursor.op;

    const document = this.#documents.get(this.#cursor.channel) ?? { root: null, damaged: false };
    this.#documents.set(this.#cursor.channel, document);
    this.#appended = '';
    this.#edit(document, this.#cursor.pointer, this.#cursor.op, delta['v']);
    return { value: document.root, damaged: document.damaged, appended: this.#appended };
  }

  #edit(
    document: { root: unknown; damaged: boolean },
    pointer: string,
    op: string,
    value: unknown,
  ): void {
    if (op === 'patch') {
      this.#patch(document, pointer, value);
      return;
    }
    if (isRoot(pointer)) {
      const installs = op === 'add' || op === 'replace';
      document.damaged = !installs || !isObject(value);
      if (installs) document.root = value;
      this.#appended = null;
      return;
    }
    if (op === 'append' && typeof value === 'string') this.#textPointer = pointer;
    const fits = applyStreamPatch(document.root, pointer, op, value) !== null;
    if (!pointer.startsWith('/message/content')) return;
    if (!fits) document.damaged = true;
    const isText = op === 'append' && typeof value === 'string' && this.#appended !== null;
    if (isText && pointer.startsWith('/message/content/parts/')) this.#appended += value;
  }

  #patch(document: { root: unknown; damaged: boolean }, pointer: string, edits: unknown): void {
    if (typeof edits === 'string') {
      // Seen after a patch: a bare text continues where the last text went.
      this.#edit(document, this.#textPointer, 'append', edits);
      return;
    }
    if (!Array.isArray(edits)) document.damaged = true;
    for (const edit of listAt({ edits }, 'edits')) {
      const path = pointer + (textAt(edit, 'p') ?? '');
      this.#edit(document, path, textAt(edit, 'o') ?? 'add', at(edit, 'v'));
    }
  }
}
