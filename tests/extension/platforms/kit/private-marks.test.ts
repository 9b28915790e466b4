import { expect, test } from 'vitest';
import { chatgpt } from '../../../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../../../extension/platforms/generic/generic.ts';
import { librechat } from '../../../../extension/platforms/librechat/librechat.ts';
import { withoutMarks } from '../../../../extension/platforms/kit/private-marks.ts';
import type { Platform } from '../../../../extension/platforms/platform.ts';
import { eventStream, decodeWhole, finalsOf } from '../decode.ts';
import { ChatgptReplyReader } from '../../../../extension/platforms/chatgpt/decode-stream.ts';

const CITED = 'Tea\uE200cite\uE202turn0search0\uE202turn1view2\uE201 is hot.';

test.for([
  [CITED, 'Tea is hot.'],
  ['By \uE200entity\uE202["company","Acme",""]\uE201.', 'By Acme.'],
  ['A\uE200image_group\uE202{"query":["a"]}\uE201B', 'AB'],
  ['\uE203Tea\uE204\uE200cite\uE202turn0search0\uE201', 'Tea'],
  ['Tea\uE202turn0search0 is hot.', 'Tea is hot.'],
  ['Tea\uE200cite\uE202turn0search0', 'Tea'],
  ['Teacite\uE202turn0search0\uE201!', 'Tea!'],
  ['\uE200x\uE200cite\uE202turn0search0\uE201 y', ' y'],
  ['a sign of a font: \uE201 \uE205', 'a sign of a font: \uE201 \uE205'],
  ['nothing of the kind', 'nothing of the kind'],
] as const)('%j reads %j', ([raw, text]) => {
  expect(withoutMarks(raw)).toBe(text);
});

const message = {
  id: 'm',
  messageId: 'm',
  author: { role: 'assistant' },
  role: 'assistant',
  isCreatedByUser: false,
  content: { content_type: 'text', parts: [CITED] },
  text: CITED,
  status: 'finished_successfully',
  end_turn: true,
};
const HISTORIES: readonly (readonly [Platform, unknown])[] = [
  [chatgpt, { current_node: 'm', mapping: { m: { message, parent: null } } }],
  [generic, { messages: [{ ...message, content: CITED }] }],
  [librechat, [{ ...message, content: [] }]],
];

test.each(HISTORIES)('a history of $name has none of them', (platform, body) => {
  expect(platform.history?.parse(JSON.stringify(body))?.[0]?.text).toBe('Tea is hot.');
});

test('a stream has none of them', () => {
  const chunk = { choices: [{ delta: { content: CITED }, finish_reason: 'stop' }] };
  const request = {
    url: 'https://x.example/',
    method: 'POST',
    body: '{}',
    pageUrl: 'https://x.example/',
  };
  const decoder = generic.decodeReply(request, 'text/event-stream');
  if (decoder === null) throw new Error('A reply was expected to be readable.');
  const stream = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  expect(finalsOf(decodeWhole(decoder, stream))).toMatchObject([{ text: 'Tea is hot.' }]);
  const whole = `data: ${JSON.stringify({ message })}\n\ndata: [DONE]\n\n`;
  expect(finalsOf(decodeWhole(eventStream(new ChatgptReplyReader()), whole))).toMatchObject([
    { text: 'Tea is hot.' },
  ]);
});
