import { customAlphabet } from 'nanoid';

import type { Clock, IdSource } from './engine/runtime.ts';

/** No dash or underscore: ids are typed and selected in terminals. In the order in which SQLite sorts them. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Enough for half a year of seconds; then they begin again. */
const TIME_LENGTH = 4;

/** 101 bits. */
const random = customAlphabet(ALPHABET, 17);

/**
 * Ids of 21 characters that begin with the second they were made in: rows that are made together stand together in every
 * index, so that a commit writes a few pages, and not one for each row.
 */
export function createIdSource(now: Clock): IdSource {
  return () => timeOf(Math.floor(now() / 1_000)) + random();
}

function timeOf(second: number): string {
  const digits = Array.from({ length: TIME_LENGTH }, (_none, place) => {
    const digit = Math.floor(second / ALPHABET.length ** (TIME_LENGTH - 1 - place));
    return ALPHABET.charAt(Math.abs(digit % ALPHABET.length));
  });
  return digits.join('');
}
