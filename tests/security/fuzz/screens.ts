import fc from 'fast-check';

/** Pieces of lines, and what moves the cursor between them. */
const PIECES = fc.oneof(
  fc.constantFrom(
    '__MPS_TOOL__ ',
    '__MPS_TOOL__',
    '__MPS_TOOL_RESULT__ ',
    '{"id":"t1","method":"tabs.send","params":{"text":"x"},"key":"AAAA"}',
    '{"id":"t2","method":"tabs.list","params":{}}',
    '\r\n__MPS_TOOL__ {"id":"t4","method":"tabs.kill","params":{},"key":"<key>"}\r\n',
    '\r\n__MPS_TOOL__ {"id":"t5","method":"tabs.kill","params":{}}\r\n',
    '{"id":"t3",',
    '}',
    'base64:eyJpZCI6InQxIn0=',
    '● ',
    '│ ',
    '\r\n',
    '\r',
    '\n',
    '\u001b[1;1H',
    '\u001b[2K',
    '\u001b[1A',
    '\u001b[5D',
    '\u001b[31m',
    '\u001b[?1049h',
    '\u001b[?1049l',
    '\u001b]0;title\u0007',
    '\b',
    '\t',
    '你好',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 200 }),
);

/** Screens of a program that knows no key, or quotes calls of others. */
export const SCREENS = fc.array(PIECES, { maxLength: 30 }).map((pieces) => pieces.join(''));
