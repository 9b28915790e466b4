import { withoutKeys } from './known-keys.ts';
import { withPlainDigits } from './plain-digits.ts';

/**
 * Values that nobody but a person and a site may read, remembered without keeping them: each as a hash by a key of its own
 * holder, with its length. Whatever is to be told is looked through for stretches of that length with that hash, so a
 * value is found wherever it stands: in parts, spaced, in other letters of the same meaning, in an address or in base64.
 */

/** Replacement for a value. */
export const HIDDEN = '[hidden]';

/** As it passes between a page's script and whoever runs it; whoever has it can find the values, and not read them. */
export interface ToldSecrets {
  readonly key: string;
  readonly hashes: readonly string[];
}

/**
 * Characters of a text in which a value is searched. `letters`: letters and digits, whatever stands between them;
 * `word`: the same, where no other stands beside it; `marks`: all but blanks.
 */
type Way = 'letters' | 'word' | 'marks';

/** Shorter ones are found as whole words only, or they would take parts out of others. */
const LEAST_LETTERS = 6;
const LEAST_WORD = 3;
const MAX_LENGTH = 4_096;
/** A long value is also known by its pieces: one that is shown in part is found too. */
const PIECE = 32;
const MAX_HASHES = 2_000;
const MAX_KEYS = 16;

/** Beginning of a line whose rest is the page's own words unquoted, and the parts of a line that are quoted or ours. */
const CELLS_BEGIN = /^[+-]?\s*(?:row|item): /;
const QUOTED = /("[^"]*"?)/;
const QUOTED_OR_OURS = /("[^"]*"?|(?<![^ ])(?:f\d+)*[ef]\d+ [a-z][\w-]{0,50})/;

/** Two primes below 2^26: what is multiplied stays a whole number of a float. */
const PRIMES = [67_108_859, 67_108_837] as const;
const SHIFT = 2 ** 26;
const PLAIN = /^[\0-\x7F]*$/;

export class SecretValues {
  readonly #own: Hashes | null;
  readonly #all = new Map<string, Hashes>();

  /** @param key Without one it remembers only what others do. */
  constructor(key: string | null = null) {
    this.#own = key === null ? null : new Hashes(key);
    if (this.#own !== null) this.#all.set(this.#own.key, this.#own);
  }

  /** How many are remembered: it grows with each that was not known. */
  get size(): number {
    return [...this.#all.values()].reduce((sum, { size }) => sum + size, 0);
  }

  note(value: string): void {
    for (const [way, text] of formsOf(value.trim().slice(0, MAX_LENGTH))) this.#own?.add(way, text);
  }

  /** Adds the hashes that another holder remembers; malformed ones are skipped. */
  learn(told: readonly ToldSecrets[]): void {
    for (const { key, hashes } of told.slice(-MAX_KEYS)) {
      if (!/^\d{1,9}\.\d{1,9}$/.test(key)) continue;
      const known = this.#all.get(key) ?? new Hashes(key);
      this.#all.set(key, known);
      for (const hash of hashes.slice(-MAX_HASHES)) known.learn(hash);
    }
    for (const [key, hashes] of this.#all) {
      if (this.#all.size > MAX_KEYS && hashes !== this.#own) this.#all.delete(key);
    }
  }

  told(): ToldSecrets[] {
    return [...this.#all].flatMap(([key, { list }]) =>
      list.length === 0 ? [] : [{ key, hashes: list }],
    );
  }

  /** The text without any of them, and without keys that say what they are, wherever those came from. */
  blank(told: string): string {
    const text = withoutKeys(told, HIDDEN); // guard: known-keys
    if (this.size === 0 || text === '') return text;
    const letters = new Stream(text, isLetter);
    const marks = new Stream(text, isMark);
    const found = [...this.#all.values()].flatMap((hashes) => hashes.foundIn(letters, marks));
    if (found.length === 0) return text;
    let blanked = '';
    let end = 0;
    for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
      if (from >= end) blanked += text.slice(end, from) + HIDDEN;
      end = Math.max(end, to);
    }
    return blanked + text.slice(end);
  }

  /** The same of an address but for its origin: where it leads is told. A name and password before its host are no part of it. */
  blankAddress(told: string): string {
    const address = withoutKeys(told, HIDDEN);
    const [, scheme = '', login = '', host = ''] =
      /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*@)?([^/?#]*)/i.exec(address) ?? [];
    const rest = address.slice(scheme.length + login.length + host.length);
    return scheme + this.blank(login) + host + this.blank(rest); // guard: secrets-in-logins
  }

  /** The same of what stands in quotes, or in cells without them (page-line.ts): the other words of a line are ours, and say what a page may not take away. */
  blankQuoted(lines: string): string {
    return lines
      .split('\n')
      .map((line) => {
        const begins = CELLS_BEGIN.exec(line)?.[0]; // guard: secrets-in-cells
        const blanked = line
          .slice(begins?.length)
          .split(begins === undefined ? QUOTED : QUOTED_OR_OURS)
          .map((part, at) => {
            const isOfPage = at % 2 === 1 ? part.startsWith('"') : begins !== undefined;
            return isOfPage ? this.blank(part) : part;
          });
        return (begins ?? '') + blanked.join('');
      })
      .join('\n');
  }
}

/** Makes a key of two random numbers of 32 bits. */
export function secretsKey(random: Iterable<number>): string {
  return [...random].map((base, at) => 2 ** 20 + (base % ((PRIMES[at] ?? 0) - 2 ** 20))).join('.');
}

/** Hashes by one key, of all lengths. */
class Hashes {
  readonly key: string;
  readonly #bases: readonly number[];
  readonly #known = new Set<string>();
  readonly #byLength = new Map<string, Set<number>>();

  constructor(key: string) {
    this.key = key;
    this.#bases = key.split('.').map(Number);
  }

  get size(): number {
    return this.#known.size;
  }

  get list(): readonly string[] {
    return [...this.#known];
  }

  add(way: Way, text: string): void {
    const points = Array.from(text, (each) => each.codePointAt(0) ?? 0);
    const [one, other] = this.#bases.map((base, which) => new Rolling(base, PRIMES[which] ?? 1, 0));
    for (const point of points) {
      one?.next(point, -1);
      other?.next(point, -1);
    }
    this.learn(`${way} ${points.length} ${join(one, other)}`);
  }

  learn(hash: string): void {
    const { way, length, sum } =
      /^(?<way>letters|word|marks) (?<length>\d{1,4}) (?<sum>\d{1,16})$/.exec(hash)?.groups ?? {};
    if (way === undefined || Number(length) < LEAST_WORD || this.#known.size >= MAX_HASHES) return;
    this.#known.add(hash);
    const key = `${way} ${length}`;
    this.#byLength.set(key, (this.#byLength.get(key) ?? new Set()).add(Number(sum)));
  }

  /** Where in the text one of them stands, from and to. */
  foundIn(letters: Stream, marks: Stream): [from: number, to: number][] {
    const found: [number, number][] = [];
    for (const [key, sums] of this.#byLength) {
      const [way, length] = key.split(' ');
      const stream = way === 'marks' ? marks : letters;
      const size = Number(length);
      for (const at of this.#starts(stream, size, sums)) {
        if (way !== 'word' || stream.isWord(at, at + size)) found.push(stream.range(at, at + size));
      }
    }
    return found;
  }

  /** Goes along the text once, with the hash of the last so many characters. */
  #starts({ points }: Stream, size: number, sums: ReadonlySet<number>): number[] {
    const [one, other] = this.#bases.map(
      (base, which) => new Rolling(base, PRIMES[which] ?? 1, size),
    );
    const starts: number[] = [];
    for (let end = 0; end < points.length; end += 1) {
      const came = points[end] ?? 0;
      const left = points[end - size] ?? -1;
      one?.next(came, left);
      other?.next(came, left);
      if (end >= size - 1 && sums.has(join(one, other))) starts.push(end + 1 - size);
    }
    return starts;
  }
}

/** Hash of the last characters of a text, of which one comes and one leaves at a time. */
class Rolling {
  sum = 0;
  readonly #base: number;
  readonly #prime: number;
  /** Factor of the character that leaves. */
  #power = 1;

  constructor(base: number, prime: number, size: number) {
    this.#base = base;
    this.#prime = prime;
    for (let left = size; left > 0; left -= 1) this.#power = (this.#power * base) % prime;
  }

  /** @param left -1: none does yet. */
  next(came: number, left: number): void {
    const gone = ((left + 1) * this.#power) % this.#prime;
    this.sum =
      (((this.sum * this.#base + came + 1) % this.#prime) - gone + this.#prime) % this.#prime;
  }
}

function join(one: Rolling | undefined, other: Rolling | undefined): number {
  return (one?.sum ?? 0) * SHIFT + (other?.sum ?? 0);
}

/** The characters of a text that count, each as it means and with where it stood. */
class Stream {
  readonly points: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(text: string, counts: (char: string) => boolean) {
    let at = 0;
    for (const char of text) {
      const end = at + char.length;
      for (const point of meaning(char)) {
        if (!counts(point)) continue;
        this.points.push(point.codePointAt(0) ?? 0);
        this.#from.push(at);
        this.#to.push(end);
      }
      at = end;
    }
  }

  range(from: number, to: number): [number, number] {
    return [this.#from[from] ?? 0, this.#to[to - 1] ?? 0];
  }

  /** Tells whether the characters are adjacent, with no other beside them. */
  isWord(from: number, to: number): boolean {
    const isApart = (at: number): boolean =>
      (this.#to[at - 1] ?? -1) < (this.#from[at] ?? Infinity);
    if (!isApart(from) || (to < this.points.length && !isApart(to))) return false;
    for (let at = from + 1; at < to; at += 1) if (isApart(at)) return false;
    return true;
  }
}

/** One character without its accents, its case, its width and its script, where it is a digit. */
function meaning(char: string): string {
  if (PLAIN.test(char)) return char.toLowerCase();
  const same = char.normalize('NFKD').toUpperCase().toLowerCase();
  return withPlainDigits(same);
}

function meaningOf(text: string): string {
  return Array.from(text, meaning).join('');
}

function isLetter(char: string): boolean {
  return PLAIN.test(char) ? /[a-z\d]/.test(char) : /[\p{L}\p{N}]/u.test(char);
}

function isMark(char: string): boolean {
  return !/[\s\p{M}\p{Cf}]/u.test(char);
}

function lettersOf(text: string): string {
  return Array.from(meaningOf(text)).filter(isLetter).join('');
}

/** As what it is looked for: itself, and as addresses and programs write it. */
function formsOf(value: string): [Way, string][] {
  const marks = Array.from(meaningOf(value)).filter(isMark);
  const letters = lettersOf(value);
  const { length } = Array.from(letters);
  if (length < LEAST_LETTERS) {
    if (length >= LEAST_WORD && length === marks.length) return [['word', letters]];
    return marks.length > LEAST_WORD ? [['marks', marks.join('')]] : [];
  }
  const written = [
    value,
    encoded(value),
    encoded(encoded(value)),
    inHex(value),
    ...inBase64(value),
  ];
  const whole = [...new Set(written.map(lettersOf))];
  return [...whole, ...piecesOf(letters)]
    .filter((text) => text.length >= LEAST_LETTERS)
    .map((text) => ['letters', text]);
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const DIGITS_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** As dumps write it, and addresses that encode every letter: signs between the bytes do not count. */
function inHex(value: string): string {
  return bytesOf(value)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** UTF-8: neither the DOM nor Node is known here. */
function bytesOf(value: string): number[] {
  return Array.from(value).flatMap((sign) => {
    const point = sign.codePointAt(0) ?? 0;
    const more = point < 0x80 ? 0 : point < 0x8_00 ? 1 : point < 0x1_00_00 ? 2 : 3;
    const lead = [0, 0xc0, 0xe0, 0xf0][more] ?? 0;
    const rest = Array.from(
      { length: more },
      (_, at) => 0x80 | ((point >> (6 * (more - 1 - at))) & 0x3f),
    );
    return [lead | (point >> (6 * more)), ...rest];
  });
}

/**
 * Returns the base64 digits for each of three offsets, without those that depend on the text before or after. `+` and
 * `/` are no letters, and do not count.
 */
function inBase64(value: string): string[] {
  const bits = bytesOf(value)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return [0, 4, 2].map((before) =>
    (bits.slice(before).match(/.{6}/g) ?? [])
      .map((six) => DIGITS_64[parseInt(six, 2)] ?? '')
      .join(''),
  );
}

function piecesOf(letters: string): string[] {
  const chars = Array.from(letters);
  if (chars.length < 2 * PIECE) return [];
  const starts = Array.from({ length: Math.floor(chars.length / PIECE) }, (_, at) => at * PIECE);
  return starts.map((at) => chars.slice(at, at + PIECE).join(''));
}
