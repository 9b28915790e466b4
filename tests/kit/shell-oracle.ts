import { rateShell } from '../../conductor/src/text-risk/rate-shell.ts';
import type { PlainReading, PlainWord } from '../../conductor/src/text-risk/read-plain.ts';

const PLACE = { name: 'bash', isTrusted: true } as const;
/** Options of theirs only look, and so may be what a pattern becomes. */
const LOOKS = ['ls', 'cat', 'head', 'wc', 'grep'];
/** Built into the shell, so that no fake program says how it was begun. */
const BUILTINS = ['echo', 'test', 'pwd', 'cd'];

function matcherOf({ text, glob }: PlainWord): string {
  const literal = text.replaceAll(/[.+^${}()|[\]\\/*?-]/g, String.raw`\$&`);
  if (glob === null) return `${literal}\0`;
  const names = literal.replaceAll(String.raw`\*`, '[^/\0]*').replaceAll(String.raw`\?`, '[^/\0]');
  return `(?:${names}\0)+`;
}

/** How what ran differs from what was read, or after its patterns became names is not on the list; null: it does not. */
export function breachOf(
  reading: PlainReading,
  text: string,
  begun: readonly (readonly string[])[],
): string | null {
  if (!reading.isPlain) return 'it is not readable';
  const readable = reading.commands.map(
    ({ words }) => new RegExp(`^${words.map(matcherOf).join('')}$`),
  );
  for (const words of begun) {
    if (!readable.some((one) => one.test(`${words.join('\0')}\0`)))
      return `it ran ${JSON.stringify(words)}`;
    const again = words.map((word) => (word.includes("'") ? word : `'${word}'`)).join(' ');
    if (!LOOKS.includes(words[0] ?? '') && rateShell(`ls | ${again}`, PLACE).length > 0)
      return `${again} is not on the list`;
  }
  const isShort = /\|\||['"]/.test(text);
  const wanted = reading.commands.filter(({ words }) => !BUILTINS.includes(words[0]?.text ?? ''));
  const hasGlob = reading.commands.some(({ words }) => words.some(({ glob }) => glob !== null));
  // What a builtin says decides whether the next one runs, and a pattern without names is a fault to some shells.
  const isPlain = wanted.length === reading.commands.length && !hasGlob && !isShort;
  return isPlain && begun.length !== wanted.length ? `it ran ${begun.length} commands` : null;
}
