import { expect, it } from 'vitest';

import {
  type FieldFacts,
  isSecretField,
  secretParts,
} from '../../../extension/content-resource/is-secret-field.ts';

const PLAIN: FieldFacts = {
  wasPassword: false,
  autocomplete: '',
  isMasked: false,
  isBox: false,
  names: [],
  labels: [],
  around: [],
  before: '',
  value: '',
  whole: '',
};

it.each<[sign: string, facts: Partial<FieldFacts>]>([
  ['a password', { wasPassword: true }],
  ['what is drawn as dots', { isMasked: true }],
  ['a box of a code', { isBox: true }],
  ['its autocomplete', { autocomplete: 'section-a billing cc-csc' }],
  ['a joined name', { names: ['loginUserpassword2'] }],
  ['a name with hyphens', { names: ['new-pin-confirm'] }],
  ['a name of joined short words', { names: ['smscode'] }],
  ['a label with other words', { labels: ['Please enter your 6-digit PIN'] }],
  ['a label of that alone', { labels: ['Code *'] }],
  ['a label in capitals', { labels: ['CARD NUMBER'] }],
  ['a label in full-width letters', { labels: ['ＰＡＳＳＷＯＲＤ'] }],
  ['a label with unseen characters', { labels: ['Pass\u200Bword'] }],
  ['a label with spaced letters', { labels: ['P a s s w o r d'] }],
  ['a text around it', { around: ['Show password'] }],
  ['a card’s number', { value: '5500 0000 0000 0004' }],
  ['a code where a sentence asks for one', { before: 'Enter the code we sent', whole: '483-920' }],
  ['a code where a label does', { labels: ['Gib den Code ein, den du hast'], whole: '483920' }],
  ['a private key', { value: `-----BEGIN PRIVATE KEY-----\n${'x'.repeat(64)}` }],
])('a field is secret by %s', (_, facts) => {
  expect(isSecretField(PLAIN)).toBe(false);
  expect(isSecretField({ ...PLAIN, ...facts })).toBe(true);
});

it.each<[name: string, facts: Partial<FieldFacts>]>([
  ['a postal code', { labels: ['Postal code'], names: ['zip_code'], autocomplete: 'postal-code' }],
  ['a card’s title', { labels: ['Card title'], names: ['cardTitle2'] }],
  ['a name on a card', { autocomplete: 'cc-name' }],
  ['shipping', { names: ['shipping', 'opinion'], labels: ['Opinions on shipping'] }],
  ['notes that are thrown away', { labels: ['Discard notes'] }],
  ['an account', { labels: ['Acc number'] }],
  ['a keyword', { labels: ['Parola chiave', 'Palabra clave'] }],
  ['a seed of chance', { labels: ['Seed'] }],
  ['a number that no card has', { value: '4111111111111112' }],
  ['a text with a card in it', { value: 'Pay with 4111111111111111 today' }],
  ['a year', { value: '2024' }],
  ['a town where a sentence names a code', { before: 'Town or its postal code', whole: 'Ulm' }],
  ['what may be searched by a code', { labels: ['Search by name, code or kind'] }],
  ['a code of one’s own', { labels: ['Promo code'], whole: 'SAVE20' }],
])('a field of %s is none', (_, facts) => {
  expect(isSecretField({ ...PLAIN, ...facts })).toBe(false);
});

it('a card and a key are found in what stands in any field', () => {
  const value = 'Use 4111-1111-1111-1111 or sk-abcdefghijklmnop1234, not 1234567890123456.';
  expect(secretParts(value)).toEqual(['4111-1111-1111-1111', 'sk-abcdefghijklmnop1234']);
});
