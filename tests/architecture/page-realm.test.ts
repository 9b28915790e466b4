import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';

const ROOM = join(ROOT, 'extension', 'page');
/** Each looks up an iterator or a `then`, which in the page's realm are the page's to change. */
const LOOKS_UP: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.SpreadElement, 'a spread'],
  [ts.SyntaxKind.ArrayBindingPattern, 'a destructured array'],
  [ts.SyntaxKind.ForOfStatement, 'for-of'],
  [ts.SyntaxKind.AwaitExpression, 'await'],
  [ts.SyntaxKind.YieldExpression, 'yield'],
]);

test.for(readdirSync(ROOM))('%s asks nothing of the page’s prototypes by its syntax', (file) => {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOM, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const what = LOOKS_UP.get(node.kind);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (what !== undefined) found.push(`${what} in line ${line + 1}`);
    ts.forEachChild(node, look);
  };
  look(source);
  expect(found).toEqual([]);
});
