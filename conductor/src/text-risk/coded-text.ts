const CODE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|([^]))/gi;
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Decodes the text between `$'` and `'`. */
export function decoded(body: string): string {
  return body.replaceAll(
    CODE,
    (all, hex?: string, four?: string, eight?: string, octal?: string, letter?: string) => {
      const number = hex ?? four ?? eight;
      if (number !== undefined) return charOf(Number.parseInt(number, 16), all);
      if (octal !== undefined) return charOf(Number.parseInt(octal, 8) & 0xff, all);
      return LETTERS[letter ?? ''] ?? letter ?? '';
    },
  );
}

function charOf(code: number, otherwise: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;
}
