import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { ERROR_CODE_NAMES, isErrorCode } from '../../../shared/model/error-code-names.ts';
import { ERROR_CODES } from '../../../shared/model/error-codes.ts';

const document = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const RETRY_WORDS = {
  later: 'automatically',
  never: 'no',
  person: 'when a person says so',
} as const;

/** The cells of the table row for each code. */
const rows = new Map(
  [...document.matchAll(/^\| `(\w+)`(.*)\|$/gm)].map(([, code = '', rest = '']) => [
    code,
    rest
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  ]),
);

describe('docs/errors.md', () => {
  it.each(ERROR_CODE_NAMES)('says what %s means and what to do', (code) => {
    const { meaning, remedy, retry, http } = ERROR_CODES[code];
    expect(rows.get(code)).toEqual([meaning, remedy, RETRY_WORDS[retry], String(http)]);
  });

  it('holds no other code', () => {
    expect([...rows.keys()].filter((code) => !isErrorCode(code))).toEqual([]);
  });
});

it.each(['toString', '__proto__', '', 'RATE_LIMITED'])('%j is no error code', (name) => {
  expect(isErrorCode(name)).toBe(false);
});
