import { describe, expect, test } from 'vitest';
import { countDuplicates } from '../../playground/received-log.ts';
import type { ReceivedMessage } from '../../playground/received-log.ts';

const first: ReceivedMessage = {
  conversation_id: 'c1',
  message_id: 'm1',
  text: 'go on',
  received_at: 1,
  parent_id: 'a1',
};

describe('duplicates in the log', () => {
  test.each<[string, ReceivedMessage[], number]>([
    ['nothing at all', [], 0],
    ['one message', [first], 0],
    ['the same id again', [first, { ...first, text: 'else', parent_id: 'a2' }], 1],
    ['the same words to the same message', [first, { ...first, message_id: 'm2' }], 1],
    ['the same words later', [first, { ...first, message_id: 'm2', parent_id: 'a2' }], 0],
    ['the same words elsewhere', [first, { ...first, message_id: 'm2', conversation_id: 'c2' }], 0],
    ['a message three times', [first, first, first], 2],
  ])('%s', (_case, log, duplicates) => {
    expect(countDuplicates(log)).toBe(duplicates);
  });
});
