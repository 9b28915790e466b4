import { expect, test } from 'vitest';
import { turnLines } from '../../launcher/turn-lines.ts';

test('the speaker stands on the left of the first line', () => {
  expect(turnLines({ role: 'assistant', text: 'Hello.\n\n```baa\n@conductor::time\n```' })).toEqual(
    ['Assistant Hello.', '          ```baa', '          @conductor::time', '          ```'],
  );
});

test('a message that Baton delivered is told from one a person wrote', () => {
  expect(turnLines({ role: 'user', text: 'Hi' })).toEqual(['You       Hi']);
  expect(turnLines({ role: 'user', text: 'Baton results for 1 action' })).toEqual([
    'Baton     Baton results for 1 action',
  ]);
});

test('long texts are cut and say so', () => {
  const lines = turnLines({ role: 'user', text: Array.from({ length: 30 }, String).join('\n') });
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('          … 21 more lines');
  expect(turnLines({ role: 'user', text: 'x'.repeat(500) })[0]).toHaveLength(120);
});

test('a text cannot speak to the terminal', () => {
  expect(turnLines({ role: 'user', text: 'a\u001b[31mred\u001b[2J\u0007\rb' })).toEqual([
    'You       ared  b',
  ]);
  expect(turnLines({ role: 'assistant', text: 'rm \u202e.txt' })).toEqual([
    'Assistant rm ⟨U+202E⟩.txt',
  ]);
});
