import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { timed } from '../../kit/timed.ts';

/** Long enough that one step for each pair of its characters is seen, short enough that one for each is not. */
const LENGTH = 6_000;
const LIMIT_MS = 12;

/** Texts of others are sought through by these; a part of one that is only put together is sought through with it. */
function expressions(): Map<string, string> {
  const found = new Map<string, string>();
  const files = globSync('{extension,conductor/src,shared}/**/*.ts', { cwd: ROOT });
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const isPart =
        ts.isPropertyAccessExpression(node.parent ?? tree) &&
        node.parent.getText().endsWith('.source');
      if (ts.isRegularExpressionLiteral(node) && !isPart) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        found.set(node.text, `${file}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

/** Runs of what an expression speaks of, and of blanks, with what it may be led on by before and let down by after. */
function* textsFor(source: string): Generator<string> {
  const named = source.replaceAll(/\\[a-z]/gi, '').replaceAll(/[?*+(){}|^$\\]/g, '');
  const own = [...new Set(named)].slice(0, 12);
  const units = new Set([' ', '\n', '\t', 'a', '0', 'a ', ' \n', ...own]);
  for (const unit of units) {
    const run = unit.repeat(LENGTH / unit.length);
    for (const before of ['', own.slice(0, 3).join('')])
      for (const after of ['', '!\u0001']) yield before + run + after;
  }
}

function slowest(literal: string): number {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const everywhere = new RegExp(
    source,
    flags.replaceAll(/[gy]/g, '') + (flags.includes('y') ? 'y' : 'g'),
  );
  let worst = 0;
  for (const text of textsFor(source)) {
    const run = () => timed(() => text.replace(everywhere, '')).tookMs;
    // A moment's hitch is none of its own.
    if (run() > LIMIT_MS) worst = Math.max(worst, Math.min(run(), run()));
    if (worst > LIMIT_MS) break;
  }
  return worst;
}

test('no expression takes more than linear time, whatever it is given', () => {
  const all = expressions();
  expect(all.size).toBeGreaterThan(200);
  const slow = [...all].flatMap(([literal, place]) => {
    const tookMs = slowest(literal);
    return tookMs > LIMIT_MS ? [`${place} ${literal}: ${Math.round(tookMs)} ms`] : [];
  });
  expect(slow).toEqual([]);
});
