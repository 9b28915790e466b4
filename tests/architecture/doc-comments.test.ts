import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';
import { sourceFiles } from '../kit/source-files.ts';

/** A first word that puts the subject off: such a sentence is read twice. */
const FIRST_WORD = '(What|Of|Its?|Whoever|By|That)';
const READ_TWICE = new RegExp(String.raw`/\*\*\s+(?:\*\s+)?${FIRST_WORD}\b`, 'g');

/** Comments from before this rule, by room. A number here may only fall. */
const MOST: Readonly<Record<string, number>> = {
  bench: 38,
  chaos: 82,
  conductor: 837,
  extension: 470,
  face: 186,
  launcher: 28,
  playground: 11,
  root: 3,
  shared: 116,
  tests: 311,
  worker: 55,
};

const counts = new Map<string, number>();
for (const file of sourceFiles()) {
  const [room = ''] = file.includes('/') ? file.split('/', 1) : ['root'];
  const found = readFileSync(join(ROOT, file), 'utf8').match(READ_TWICE)?.length ?? 0;
  counts.set(room, (counts.get(room) ?? 0) + found);
}

test.each([...counts])('a doc comment of %s begins with a noun or a verb', (room, count) => {
  const most = MOST[room] ?? 0;
  const hint = `Reword the new ones: git diff main -U0 | grep -P '^\\+.*\\* ${FIRST_WORD}\\b'`;
  expect(count, `${count} doc comments of ${room}, at most ${most}. ${hint}`).toBeLessThanOrEqual(
    most,
  );
});
