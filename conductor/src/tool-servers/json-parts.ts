const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/** Values in one message. Each takes some twenty times the memory of its text, and all of them are made in one go. */
export const MAX_PARTS = 1_000_000;

/** Looks at JSON, piece by piece, before it is parsed. Throws when it has more values than a message may have. */
export function createPartCounter(): (bytes: Uint8Array) => void {
  let parts = 0;
  let isString = false;
  let isEscaped = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isString = !isString;
      else if (isString) isEscaped = byte === BACKSLASH;
      else if (byte === COMMA || byte === ARRAY || byte === OBJECT) parts += 1;
    }
    // guard: few-values
    if (parts > MAX_PARTS)
      throw new Error(`a message of more than ${MAX_PARTS} values is not taken in`);
  };
}

/** The same for a whole message. */
export function countParts(bytes: Uint8Array): void {
  if (bytes.length > MAX_PARTS) createPartCounter()(bytes);
}
