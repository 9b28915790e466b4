import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';
import { sourceFiles } from '../kit/source-files.ts';

/** First words that put the subject off: such a sentence is read twice. */
const READ_TWICE = /\/\*\*\s+(?:\*\s+)?(?:What|Of|Its?|Whoever|By|That)\b.*/g;

test('a doc comment begins with a noun or a verb', () => {
  const found = sourceFiles().flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(READ_TWICE) ?? []).map(
      (comment) => `${file}: ${comment}`,
    ),
  );
  expect(found).toEqual([]);
});
