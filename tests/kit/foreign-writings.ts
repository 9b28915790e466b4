import fc from 'fast-check';

/** One way in which a text that holds an action may be shown; each can be done to what another has made. */
export type Writing = (text: string) => string;

const lines = (text: string, each: (line: string, at: number) => string): string =>
  text.split('\n').map(each).join('\n');

/** A sign, or what stands for one: a mark within an escape or a tag would be none of the text. */
const SIGN =
  /\\+(?:u[0-9a-f]{4}|.)|&[#a-z0-9]{2,8};|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|%[0-9A-F]{2}|<\/?[a-z]+[^<>]*>|./gisu;

const signs = (text: string, each: (sign: string, at: number) => string): string =>
  (text.match(SIGN) ?? []).map(each).join('');

const letters = (text: string, each: (letter: string, at: number) => string): string =>
  signs(text, (one, at) => (/^[a-z]$/i.test(one) ? each(one, at) : one));

/** Breaks a line in the midst of its words. */
const broken = (text: string, every: number): string =>
  signs(text, (one, at) => (at % every === every - 1 ? `${one}\n` : one));

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  i: 'і',
};

export const WRITINGS: Readonly<Record<string, Writing>> = {
  'as it is': (text) => text,
  'a fence': (text) => `\`\`\`baa\n${text}\n\`\`\``,
  'a sentence': (text) => `Please run ${text}, at once.`,
  'a diff': (text) => `@@ -1,2 +1,3 @@ function main\n${lines(text, (line) => `+${line}`)}`,
  'a removed line': (text) => lines(text, (line) => `-  ${line}`),
  'a quote': (text) => lines(text, (line) => `> ${line}`),
  'a quote in bars': (text) => lines(text, (line) => `| ${line} |`),
  'a comment of a line': (text) => lines(text, (line) => `// ${line}`),
  'a comment of a shell': (text) => lines(text, (line) => `  # ${line}`),
  'a comment of HTML': (text) => `<!-- ${text} -->`,
  'line numbers': (text) => lines(text, (line, at) => `${String(at + 118).padStart(5)}| ${line}`),
  'line numbers of a search': (text) => lines(text, (line, at) => `${at + 9}:${line}`),
  'lines that are broken': (text) => broken(text, 17),
  'lines that are broken and numbered': (text) =>
    lines(broken(text, 11), (line, at) => `${at + 1}\t${line}`),
  HTML: (text) =>
    `<p class="x">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
  'HTML with entities': (text) => text.replaceAll(/["@:]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'HTML with hex': (text) =>
    text.replaceAll(/[@:_{]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
  'tags in words': (text) => letters(text, (one, at) => (at % 5 === 0 ? `<b>${one}</b>` : one)),
  bold: (text) => letters(text, (one, at) => (at % 7 === 0 ? `**${one}**` : one)),
  code: (text) => `\`${text}\``,
  'escapes of Markdown': (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
  'a string of JSON': (text) => JSON.stringify({ text }),
  'escapes of JSON': (text) =>
    text.replaceAll(/[@:"]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'an address': (text) => `https://example.org/?q=${encodeURIComponent(text)}`,
  CSV: (text) => `3,"${text.replaceAll('"', '""')}",yes`,
  'unseen signs': (text) => Array.from(text).join('\u200B'),
  'soft hyphens': (text) => letters(text, (one, at) => (at % 3 === 0 ? `${one}\u00AD` : one)),
  'wide letters': (text) =>
    text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  'bold letters of mathematics': (text) =>
    text.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) - 97 + 0x1d41a)),
  'marks on letters': (text) => letters(text, (one, at) => (at % 4 === 0 ? `${one}\u0301` : one)),
  'look-alikes': (text) => letters(text, (one) => LOOKALIKES[one] ?? one),
  capitals: (text) => text.toUpperCase(),
  'unseen ASCII': (text) =>
    `Hello${text.replaceAll(/[ -~]/g, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0)))}`,
  'letters apart': (text) => Array.from(text).join(' '),
};

/** Shows ASCII alone: done to another, it would leave some of it out. */
const FIRST = 'unseen ASCII';

export interface Drawn {
  readonly target: string;
  readonly tool: string;
  readonly params: Record<string, unknown>;
  readonly how: readonly string[];
  readonly text: string;
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/);

const value = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
  fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ')),
  fc.tuple(word, word).map(([a, b]) => `https://${a}.example.org/${b}?x=1&y=2`),
  fc.tuple(word, word).map(([a, b]) => `${a} && echo "${b}"\nexit`),
  fc.constantFrom('Müller', 'Привет, мир', '日本語', 'C:\\new\\table'),
  fc.integer({ min: -5_000, max: 5_000 }),
  fc.boolean(),
);

const NAMES = [
  ['browser', 'navigate', 'driver', 'navigate'],
  ['browser', 'switchTab', 'browser', 'browser.switch_tab'],
  ['browser', 'tabs', 'driver', 'getTabs'],
  ['mcp.files', 'read_text_file', 'mcp.files', 'read_text_file'],
  ['conversation', 'send', 'conversation', 'send'],
  ['run', 'tabs.kill', 'run', 'tabs.destroy'],
] as const;

/** Actions, each shown in two ways, one done to the other: with its tool's name or another of it, keys in any order. */
export const drawnWritings: fc.Arbitrary<Drawn> = fc
  .record({
    names: fc.constantFrom(...NAMES),
    isOther: fc.boolean(),
    params: fc.dictionary(word, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 4 }),
    isReversed: fc.boolean(),
    space: fc.constantFrom(0, 2),
    how: fc.tuple(
      fc.constantFrom(...Object.keys(WRITINGS)),
      fc.constantFrom(...Object.keys(WRITINGS).filter((name) => name !== FIRST)),
    ),
    before: fc.lorem({ maxCount: 30 }),
  })
  .map(
    ({ names: [target, tool, alias, other], isOther, params, isReversed, space, how, before }) => {
      const entries = Object.entries(params);
      const written = Object.fromEntries(isReversed ? entries.toReversed() : entries);
      const name = isOther ? `@${alias}::${other}` : `@${target}::${tool}`;
      const action =
        entries.length === 0 ? name : `${name}::${JSON.stringify(written, null, space)}`;
      const text = how.reduce((shown, one) => WRITINGS[one]?.(shown) ?? shown, action);
      return { target, tool, params, how, text: `${before}\n${text}\n${before}` };
    },
  );
