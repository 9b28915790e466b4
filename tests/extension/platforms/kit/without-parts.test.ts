import { describe, expect, test } from 'vitest';

import { parseActions } from '../../../../conductor/src/baa/parse-actions.ts';
import { answerOf } from '../../../../extension/platforms/deepseek/answer-text.ts';
import { cleanText } from '../../../../extension/platforms/gemini/clean-text.ts';
import { withoutTags } from '../../../../extension/platforms/grok/decode-stream.ts';
import { withoutMarks } from '../../../../extension/platforms/kit/private-marks.ts';
import { cleanText as withoutBlocks } from '../../../../extension/platforms/open-webui/message.ts';

const BLOCK = '```baa\n@conductor::time\n```';

/** Per site, what is taken out of an answer, and how. */
const SITES: readonly (readonly [site: string, part: string, clean: (text: string) => string])[] = [
  [
    'deepseek',
    '[citation:1]',
    (content) => answerOf({ fragments: [{ type: 'RESPONSE', content }] }),
  ],
  ['gemini', '<Elicitation label="x"/>', cleanText],
  ['grok', '<grok:render type="x"/>', withoutTags],
  ['chatgpt', '\uE200cite\uE202turn0\uE201', withoutMarks],
  ['chatgpt, torn', '\uE202turn0search1', withoutMarks],
  ['open-webui', '<details type="reasoning"></details>', withoutBlocks],
];

describe.each(SITES)('what is taken out of an answer of %s', (_site, part, clean) => {
  test.for([
    `\`\`\`text\n${part}\`\`\`\n${BLOCK}\n\`\`\``,
    `\`\`\`text\n\`${part}\`\`\n${BLOCK}\n\`\`\``,
    `\`\`\`text\n${part} ${part}\`\`\`\n${BLOCK}\n\`\`\``,
    `\`\`\`text\n  ${part}${part}\`\`\`\n${BLOCK}\n\`\`\``,
    `~~~\n~${part}~~\n${BLOCK}\n~~~`,
    `<pre>\n\n</p${part}re>\n${BLOCK}\n</pre>`,
    `<!--\n\n-${part}->\n${BLOCK}\n-->`,
    `<!--\n\n--${part}>\n${BLOCK}\n-->`,
    `Write it so:\n${part}${BLOCK}`,
  ])('leaves what it stood in code as code: %j', (text) => {
    expect(parseActions(text)).toEqual([]);
    expect(parseActions(clean(text))).toEqual([]);
  });

  test('leaves nothing behind in words, and actions as they are', () => {
    expect(clean(`So it is${part}. And (so)${part} on.\n\n${BLOCK}`)).toBe(
      `So it is. And (so) on.\n\n${BLOCK}`,
    );
  });
});
