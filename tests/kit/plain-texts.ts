import fc from 'fast-check';

/** Words that the list knows, so that many of the texts are rated low. */
const PROGRAMS = [
  'ls',
  'cat',
  'echo',
  'head',
  'wc',
  'grep',
  'sort',
  'test',
  'du',
  'pwd',
  'uniq',
  'cut',
];
const OPERANDS = [
  'a.txt',
  'src',
  'src/b.ts',
  'x',
  '.',
  './a.txt',
  's*',
  'sr?',
  '*.txt',
  'HEAD~1',
  'a=b',
  '%1',
  'a,b',
  '+1',
];
const FLAGS = ['-l', '-n', '-1', '-la', '-c', '-d', '-f', '-r', '--', '-e', '-', '-o'];
const QUOTED = [
  "'a b'",
  '"a b"',
  "'*'",
  '"x;y"',
  "'a|b'",
  "''",
  '""',
  "'#'",
  '"a\\.b"',
  "'a\\*b'",
  "'$X'",
  "x'y'z",
  '\'a\'"b"',
  '"~"',
  "'{a,b}'",
  "'='",
];
const BETWEEN = [
  ' ',
  ' ',
  ' ',
  '  ',
  ' | ',
  ' && ',
  ' || ',
  '; ',
  ';',
  '\n',
  ' 2>&1 ',
  ' 2>/dev/null ',
];
/** Pieces that a reader could rate too low, each in a place where the text could still be low. */
const ODD = [
  '{a,b}',
  '{r,}m',
  '~',
  '~/x',
  '$X',
  '"$X"',
  '#',
  '# x',
  '\t',
  '\r',
  '\v',
  '\u00a0',
  '&',
  ' & ',
  '>z',
  '> z',
  '<a.txt',
  '2>z',
  '!',
  '!!',
  '^',
  '\\',
  '\\n',
  '`x`',
  '$(x)',
  '(',
  ')',
  '[a-z]*',
  '=ls',
  "$'a'",
  "''''",
  "'a''b'",
  '>|z',
  '|&',
  ';;',
  '<(x)',
];
const PREFIX = [
  'CI=1 ',
  'NODE_ENV=test ',
  'FORCE_COLOR=0 ',
  'PATH=x ',
  'IFS=x ',
  'X=1 ',
  'LC_ALL=C ',
  'CI= ',
  'CI=a/b ',
];

const token = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...OPERANDS) },
  { weight: 2, arbitrary: fc.constantFrom(...FLAGS) },
  { weight: 4, arbitrary: fc.constantFrom(...QUOTED) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);

const command = fc
  .tuple(
    fc.option(fc.constantFrom(...PREFIX), { nil: '', freq: 1 }),
    fc.constantFrom(...PROGRAMS),
    fc.array(token, { maxLength: 2 }),
  )
  .map(([prefix, program, words]) => [prefix + program, ...words].join(' '));

/** Each odd token where the text around it is harmless: none may become more than it was read as. */
export const EDGE_TEXTS: readonly string[] = [
  ...ODD.flatMap((odd) => [
    `grep ${odd} a.txt`,
    `grep ${odd}b a.txt`,
    `grep a${odd} a.txt`,
    `grep 'a'${odd} a.txt`,
    `ls ${odd}`,
    `ls a${odd}`,
    `ls ${odd}b`,
    `ls a ${odd} b`,
    `ls 'a'${odd}`,
    `echo ${odd}`,
    `${odd} ls`,
    `ls "${odd}"`,
    `ls a${odd}rm x`,
    `ls ${odd}rm x`,
    `ls -l ${odd} src`,
  ]),
  ...PREFIX.flatMap((prefix) => [`${prefix}ls`, `${prefix}ls | ${prefix}cat`, prefix]),
  'ls & cat a.txt',
  'ls & ls',
  'du *',
  'du -a *',
  'sort *',
  'uniq s*',
  'uniq -c s*',
  'cut -d, -f1 *',
  'du ?rf',
  'ls ~',
  'ls ~/a',
  'ls ~root',
  'ls {a,b}',
  'ls a{1..3}',
  'du -{rf,a}',
];

/** Texts near the edge of what is readable. A quarter of them is rated low. */
export function plainTexts(): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(command, fc.constantFrom(...BETWEEN)), { minLength: 1, maxLength: 2 })
    .map((all) =>
      all.map(([one, between], at) => one + (at < all.length - 1 ? between : '')).join(''),
    );
}
