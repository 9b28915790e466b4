const OF_OTHERS = /(?!\d)\p{Nd}/gu;

const known = new Map<string, string>();

/** The same text with the digits of all scripts as 0 to 9. Each digit is looked up once. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(OF_OTHERS, (digit) => {
    const plain = known.get(digit) ?? String(digitValue(digit));
    known.set(digit, plain);
    return plain;
  });
}

/** Unicode keeps the ten digits of a script in a row, and rows begin with a zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 100 && /\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}
