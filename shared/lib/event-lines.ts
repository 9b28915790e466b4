const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FIELDS = ['data:', 'event:', 'id:'].map((name) =>
  Array.from(name, (one) => one.charCodeAt(0)),
);

interface Events {
  /** Lines to be read, of all events in the piece. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many ended. */
  readonly count: number;
}

/**
 * Takes in a stream of server-sent events, piece by piece, and gives on the lines that say something: a parser takes so
 * long to complain of any other that a stream of them keeps it busy for minutes. Throws when one event has more than the
 * most it may have.
 *
 * @param line Is shown each line that is given on.
 */
export function createEventLines(
  maxEventBytes: number,
  line: (bytes: Uint8Array) => void = () => undefined,
): (piece: Uint8Array) => Events {
  /** Pieces of the line that has not ended. */
  let begun: Uint8Array[] = [];
  let eventBytes = 0;
  let hasFields = false;
  return (piece) => {
    const told: Uint8Array[] = [];
    let count = 0;
    for (let from = 0; from < piece.length;) {
      const end = piece.indexOf(LINE_FEED, from) + 1;
      const part = piece.subarray(from, end === 0 ? undefined : end);
      from += part.length;
      eventBytes += part.length;
      if (eventBytes > maxEventBytes)
        throw new Error(`a message of more than ${maxEventBytes} bytes is not taken in`);
      begun.push(part);
      if (end === 0) break;
      const whole = begun.length === 1 ? part : joined(begun);
      begun = [];
      if (isBlank(whole)) {
        if (hasFields) {
          told.push(whole);
          count += 1;
        }
        hasFields = false;
        eventBytes = 0;
        // guard: events-alone
      } else if (isField(whole)) {
        line(whole);
        told.push(whole);
        hasFields = true;
      }
    }
    return { bytes: joined(told), count };
  };
}

function isBlank(line: Uint8Array): boolean {
  return line.length === 1 || (line.length === 2 && line[0] === CARRIAGE_RETURN);
}

/** One line: a carriage return in its midst would make it many, and stands in no JSON. */
function isField(line: Uint8Array): boolean {
  const isNamed = FIELDS.some(
    (name) => line[0] === name[0] && name.every((byte, at) => line[at] === byte),
  );
  const at = isNamed ? line.indexOf(CARRIAGE_RETURN) : -1;
  return isNamed && (at === -1 || at === line.length - 2);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
