import { withPlainDigits } from '../../../shared/lib/plain-digits.ts';

/** HTML in a feed, JSON in a string of JSON, an address in either. */
const MAX_DECODINGS = 4;

/** Signs of an action that HTML has names for, and what it escapes. */
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  colon: ':',
  commat: '@',
  amp: '&',
};

/** Gap between the signs of an escape: letters set apart, bold letters, or a broken line. */
const GAP = String.raw`[ \t\r\n*_]{0,4}`;

/** Hex digits, perhaps apart, as a group. */
const hexDigits = (least: number, most: number): string =>
  `([0-9a-f](?:${GAP}[0-9a-f]){${least - 1},${most - 1}})`;

const ENTITY = new RegExp(
  `&${GAP}(?:a${GAP}m${GAP}p${GAP};${GAP}){0,32}(?:#${GAP}((?:\\d${GAP}){1,7})|#${GAP}x${GAP}${hexDigits(1, 6)}${GAP}|((?:[a-z]${GAP}){2,8}));`,
  'gi',
);

/** Escape of JSON, of programs or of Markdown, however often it is escaped. */
const ESCAPE = new RegExp(
  String.raw`\\(?:${GAP}\\){0,32}(?:${GAP}u${GAP}${hexDigits(4, 4)}|${GAP}u${GAP}\{${hexDigits(1, 6)}\}|${GAP}x${GAP}${hexDigits(2, 2)}| ?[nrtbf]|([!-/:-@[-\x60{-~]))`,
  'gi',
);

/** A letter in an address, of one byte or of more. */
const PERCENT = new RegExp(
  `%${GAP}(?:[0-7]${GAP}[0-9a-f]|[c-f]${GAP}[0-9a-f](?:${GAP}%${GAP}[89ab]${GAP}[0-9a-f]){1,3})`,
  'gi',
);

/** Text that is not drawn, but controls drawing: tags of HTML, and sequences that control a terminal. */
const COMMENT = String.raw`<!--[^]{0,2000}?-->`;
const TAG = String.raw`<[ \t\r\n]{0,2}[!/?]?[ \t\r\n]{0,2}[a-z][^<>]{0,2000}>`;
const CONTROL = String.raw`(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]`;
const TITLE = String.raw`(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]{0,2000}(?:\u0007|\u001b\\|\u009c)`;
const UNDRAWN = new RegExp(`${COMMENT}|${TAG}|${CONTROL}|${TITLE}`, 'gi');
const IN_COMMENT = new RegExp(`${TAG}|${CONTROL}|${TITLE}`, 'gi');

/** Seen by nobody, and read by some as the ASCII that they stand for. */
const TAG_LETTERS = /[\u{E0020}-\u{E007E}]+/gu;

/** Letters as pictures: of flags, and light ones in dark rings and squares. Each has the alphabet in a row. */
const PICTURED = /[\u{1F1E6}-\u{1F1FF}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]/gu;
const ALPHABETS = [0x1_f1_e6, 0x1_f1_70, 0x1_f1_50];

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;

/** Letters of other scripts, and signs, that look like those which actions are written with. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аΑАɑαᴀ',
    b: 'ВΒвʙ',
    c: 'сСϲᴄ',
    d: 'ԁᴅ',
    e: 'еЕΕεᴇ',
    f: 'ꜰϝ',
    g: 'ɡɢ',
    h: 'һНΗнʜ',
    i: 'іІΙιıɪ',
    j: 'јЈᴊ',
    k: 'кКΚκᴋ',
    l: 'ӏʟ',
    m: 'мМΜᴍ',
    n: 'ոΝɴ',
    o: 'оОΟοᴏ',
    p: 'рРΡρᴘ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕЅꜱ',
    t: 'тТΤτᴛ',
    u: 'υᴜ',
    v: 'νѵᴠ',
    w: 'ԝᴡ',
    x: 'хХΧχ',
    y: 'уУΥγʏ',
    z: 'Ζᴢ',
    ':': '∶ː꞉׃։፡⁚ः',
    '::': '∷',
  }).flatMap(([means, signs]) => Array.from(signs, (sign) => [sign, means] as const)),
);

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

const KEPT = new Uint8Array(128);
for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789@:') KEPT[sign.charCodeAt(0)] = 1;

/**
 * All that a reader may take a text to say, without how it is written: small letters and digits, and the signs `@` and
 * `:`. Escapes, cases, marks, look-alikes, punctuation, blanks and line ends make no difference. What stands in tags, or
 * in sequences of a terminal, follows at the end. Takes time that grows by the length of the text alone.
 */
export function looseForm(text: string): string {
  const folded = fold(text);
  const kept = new Uint16Array(folded.length);
  let length = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (code > 127 || KEPT[code] === 1) {
      kept[length] = code;
      length += 1;
    }
  }
  return Buffer.from(kept.buffer, 0, length * 2).toString('utf16le');
}

/** The words of a text, each as it stands in the loose form of a text that holds it. */
export function looseWords(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Besides ASCII it has letters and digits alone. */
function fold(text: string): string {
  const decoded = decode(text);
  const undrawn: string[] = [];
  const kept = (one: string): string => {
    undrawn.push(one);
    return '';
  };
  // Words of a comment may be cut by tags, as drawn ones may.
  const drawn = decoded.replaceAll(UNDRAWN, (one) => kept(one.replaceAll(IN_COMMENT, kept)));
  return (undrawn.length === 0 ? drawn : `${drawn}\n${undrawn.join('\n')}`).toLowerCase();
}

function decode(text: string): string {
  let decoded = foldSigns(text);
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    const before = decoded;
    // guard: quoted-escapes
    if (decoded.includes('\\')) decoded = decoded.replaceAll(ESCAPE, meantByEscape);
    if (decoded.includes('&')) decoded = decoded.replaceAll(ENTITY, meantByEntity);
    if (decoded.includes('%')) decoded = decoded.replaceAll(PERCENT, meantByPercent);
    if (decoded === before) break;
    decoded = foldSigns(decoded);
  }
  return decoded;
}

function meantByEntity(_all: string, decimal?: string, hex?: string, name = ''): string {
  if (decimal !== undefined) return charOf(Number(bare(decimal)));
  return hex === undefined ? (ENTITIES[bare(name).toLowerCase()] ?? ' ') : charOfHex(hex);
}

function meantByEscape(
  _all: string,
  unit?: string,
  point?: string,
  byte?: string,
  sign?: string,
): string {
  const hex = unit ?? point ?? byte;
  return hex === undefined ? (sign ?? '\n') : charOfHex(hex);
}

function meantByPercent(all: string): string {
  return Buffer.from(bare(all).replaceAll('%', ''), 'hex').toString('utf8');
}

function bare(text: string): string {
  return text.replaceAll(/[\s*_]/g, '');
}

function charOfHex(hex: string): string {
  return charOf(Number.parseInt(bare(hex), 16));
}

function charOf(code: number): string {
  if (code >= 0xd8_00 && code <= 0xdf_ff) return String.fromCharCode(code);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}

function asciiOf(letters: string): string {
  return Array.from(letters, (one) => charOf((one.codePointAt(0) ?? 0) & 0x7f)).join('');
}

function foldSigns(text: string): string {
  const asAscii = text.replaceAll(TAG_LETTERS, asciiOf);
  const whole = asAscii === text ? text : `${text}\n${asAscii}`;
  return whole.replaceAll(/[^\0-\u007F]+/g, foldRun);
}

function foldRun(signs: string): string {
  // Without marks first: how long it takes to put many in a row in order grows by the square of how many they are.
  // guard: quoted-in-time
  // guard: quoted-pictures
  const letters = signs.replaceAll(UNSEEN, '').replaceAll(PICTURED, letterIn);
  // guard: quoted-digits
  return withPlainDigits(letters.normalize('NFKD'))
    .replaceAll(UNSEEN, '')
    .replaceAll(LOOKALIKE, (sign) => LOOKALIKES.get(sign) ?? sign)
    .replaceAll(/[^\0-\u007F\p{L}\p{N}]+/gu, ' ');
}

function letterIn(picture: string): string {
  const code = picture.codePointAt(0) ?? 0;
  const first = ALPHABETS.find((one) => one <= code) ?? code;
  return String.fromCodePoint(0x61 + code - first);
}
