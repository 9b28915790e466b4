import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/** Where a text stops being JSON, and why. */
export interface JsonFault {
  readonly message: string;
  readonly offset: number;
}

/** Objects and arrays within one another; far above any tool's need, far below the stack's end. */
export const MAX_JSON_DEPTH = 64;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const WORDS = { true: true, false: false, null: null } as const;

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/**
 * Reads the one JSON object that begins at `start`, and says where it ends. `JSON.parse` would do neither: it wants
 * to know the end beforehand, and names faults in words that differ between engines. Stricter than JSON in four
 * points, each of which would lose or smuggle something: a key may occur once, `__proto__` is no key, a number must not
 * overflow a double (digits beyond its precision are rounded), and nesting ends at `MAX_JSON_DEPTH`. Takes linear time.
 */
export function readJsonObject(
  text: string,
  start: number,
): Result<{ readonly value: JsonObject; readonly end: number }, JsonFault> {
  const reader = new JsonReader(text, start);
  try {
    const value = reader.object(1);
    return ok({ value, end: reader.at });
  } catch (error) {
    if (error instanceof Unreadable) return err({ message: error.message, offset: error.offset });
    throw error;
  }
}

/** Carries a fault out of the recursion; never leaves this file. */
class Unreadable extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class JsonReader {
  readonly text: string;
  at: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  object(depth: number): JsonObject {
    const object: Record<string, JsonValue> = {};
    this.items('{', '}', depth, () => {
      const keyAt = this.at;
      if (this.text[this.at] !== '"') this.fail('a key in double quotes');
      const key = this.string();
      if (key === '__proto__') this.refuse('The key "__proto__" is not allowed.', keyAt);
      if (Object.hasOwn(object, key)) {
        this.refuse(`The key ${JSON.stringify(key.slice(0, 80))} occurs twice.`, keyAt);
      }
      this.blanks();
      if (this.text[this.at] !== ':') this.fail('":" after the key');
      this.at += 1;
      this.blanks();
      object[key] = this.value(depth);
    });
    return object;
  }

  private array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    this.items('[', ']', depth, () => array.push(this.value(depth)));
    return array;
  }

  /** Reads what objects and arrays have in common: brackets, commas between, none after the last. */
  private items(open: string, close: string, depth: number, item: () => void): void {
    if (this.text[this.at] !== open) this.fail(`"${open}"`);
    if (depth > MAX_JSON_DEPTH) {
      this.refuse(`Objects and arrays may nest ${MAX_JSON_DEPTH} deep, not deeper.`, this.at);
    }
    this.at += 1;
    this.blanks();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      item();
      this.blanks();
      const separator = this.text[this.at];
      if (separator !== ',' && separator !== close) this.fail(`"," or "${close}"`);
      this.at += 1;
      if (separator === close) return;
      const commaAt = this.at - 1;
      this.blanks();
      if (this.text[this.at] === close) this.refuse(`A comma before "${close}": drop it.`, commaAt);
    }
  }

  private value(depth: number): JsonValue {
    const char = this.text[this.at];
    if (char === '{') return this.object(depth + 1);
    if (char === '[') return this.array(depth + 1);
    if (char === '"') return this.string();
    for (const [word, value] of Object.entries(WORDS)) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) return this.fail('a JSON value');
    const value = Number(literal);
    if (!Number.isFinite(value)) this.refuse('The number is too large.', this.at);
    this.at += literal.length;
    return value;
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) this.refuse('The string that begins here does not end.', start);
      if (char === '"') break;
      if (char < ' ') this.refuse(controlCharacterMessage(char), this.at);
      if (char === '\\') {
        ESCAPE.lastIndex = this.at + 1;
        const escape = ESCAPE.exec(this.text)?.[0];
        if (escape === undefined) {
          this.refuse('Not a JSON escape; write a backslash itself as \\\\.', this.at);
        }
        this.at += escape.length;
      }
      this.at += 1;
    }
    this.at += 1;
    // The token is a checked JSON string by now, so this decodes its escapes and cannot fail.
    return String(JSON.parse(this.text.slice(start, this.at)));
  }

  private blanks(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.text.charAt(this.at))) {
      this.at += 1;
    }
  }

  private fail(expected: string): never {
    const found = this.text.codePointAt(this.at);
    const foundText =
      found === undefined ? 'the end of the block' : JSON.stringify(String.fromCodePoint(found));
    return this.refuse(`Expected ${expected}, found ${foundText}.`, this.at);
  }

  private refuse(message: string, offset: number): never {
    throw new Unreadable(message, offset);
  }
}

function controlCharacterMessage(char: string): string {
  if (char === '\n') return 'A line break inside a string; write it as \\n.';
  if (char === '\t') return 'A tab inside a string; write it as \\t.';
  const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
  return `A control character inside a string; write it as \\u${hex}.`;
}
