import { at, isObject, listAt, textAt } from '../json-value.ts';

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
 * Source: site notes section 3; verified on recorded streams of 2026-05.
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
    if (pointer === '') {
      const installs = op === 'add' || op === 'replace';
      document.damaged = !installs || !isObject(value);
      if (installs) document.root = value;
      this.#appended = null;
      return;
    }
    if (op === 'append' && typeof value === 'string') this.#textPointer = pointer;
    const fits = editAt(document.root, pointer, op, value);
    if (!pointer.startsWith('/message/content')) return;
    if (!fits) document.damaged = true;
    const isText = op === 'append' && typeof value === 'string' && this.#appended !== null;
    if (isText && pointer.startsWith('/message/content/parts/')) this.#appended += value;
  }

  #patch(document: { root: unknown; damaged: boolean }, pointer: string, edits: unknown): void {
    if (typeof edits === 'string') {
      // Seen after a patch: a bare text goes on where the last text went.
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

/** False when the pointer leads nowhere or the values do not go together. */
function editAt(root: unknown, pointer: string, op: string, value: unknown): boolean {
  const names = pointer.slice(1).split('/').map(unescapePointer);
  const last = names.pop();
  if (last === undefined) return false;
  const parent = names.reduce<unknown>(child, root);
  if (Array.isArray(parent)) return editList(parent, last, op, value);
  if (!isObject(parent) || last === '__proto__') return false;
  return editObject(parent as Record<string, unknown>, last, op, value);
}

function editObject(
  parent: Record<string, unknown>,
  name: string,
  op: string,
  value: unknown,
): boolean {
  if (op === 'remove') return delete parent[name];
  const next = edited(Object.hasOwn(parent, name) ? parent[name] : undefined, op, value);
  if (next === NO_FIT) return false;
  parent[name] = next;
  return true;
}

function editList(list: unknown[], name: string, op: string, value: unknown): boolean {
  const index = name === '-' ? list.length : Number(name);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return false;
  if (op === 'add' || op === 'remove') {
    list.splice(index, op === 'remove' ? 1 : 0, ...(op === 'add' ? [value] : []));
    return true;
  }
  const next = edited(list[index], op, value);
  if (next === NO_FIT) return false;
  list[index] = next;
  return true;
}

const NO_FIT = Symbol('the operation does not fit the value');

function edited(old: unknown, op: string, value: unknown): unknown {
  if (op === 'add' || op === 'replace') return value;
  if (op === 'truncate') return truncated(old, value);
  if (op !== 'append') return NO_FIT;
  if (old === undefined || old === null) return value;
  if (typeof old === 'string') return typeof value === 'string' ? old + value : NO_FIT;
  if (Array.isArray(old))
    return [...(old as unknown[]), ...(Array.isArray(value) ? value : [value])];
  return isObject(old) && isObject(value) ? { ...old, ...value } : NO_FIT;
}

function truncated(old: unknown, length: unknown): unknown {
  if (typeof length !== 'number') return NO_FIT;
  return typeof old === 'string' || Array.isArray(old) ? old.slice(0, length) : NO_FIT;
}

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent[Number(name)];
  return at(parent, name);
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
