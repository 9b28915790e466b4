/** Where an HTML block ends: on the line that holds this, or (null) before the next blank line. */
export type HtmlBlockEnd = RegExp | null;

interface Kind {
  readonly start: RegExp;
  readonly end: HtmlBlockEnd;
  readonly interruptsParagraph: boolean;
}

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';

const VALUE = /[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*")/.source;

const ATTRIBUTE = `[ \\t]+[a-z_:][a-z0-9_.:-]*(?:${VALUE})?`;

const OPEN_TAG = `<[a-z][a-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>`;

const CLOSE_TAG = '</[a-z][a-z0-9-]*[ \\t]*>';

/** CommonMark 0.31, section 4.6: the seven kinds, in their order. */
const KINDS: readonly Kind[] = [
  {
    start: /^<(?:pre|script|style|textarea)(?:[ \t>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
    interruptsParagraph: true,
  },
  { start: /^<!--/, end: /-->/, interruptsParagraph: true },
  { start: /^<\?/, end: /\?>/, interruptsParagraph: true },
  { start: /^<![a-z]/i, end: />/, interruptsParagraph: true },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, interruptsParagraph: true },
  {
    start: new RegExp(`^</?(?:${BLOCK_NAMES})(?:[ \\t]|/?>|$)`, 'i'),
    end: null,
    interruptsParagraph: true,
  },
  {
    start: new RegExp(`^(?:${OPEN_TAG}|${CLOSE_TAG})[ \\t]*$`, 'i'),
    end: null,
    interruptsParagraph: false,
  },
];

/** The end of the HTML block that `text`, a line without its indentation, begins; undefined: it begins none. */
export function htmlBlockEnd(text: string, inParagraph: boolean): HtmlBlockEnd | undefined {
  if (!text.startsWith('<')) return undefined;
  return KINDS.find(
    // guard: html-blocks
    ({ start, interruptsParagraph }) => (interruptsParagraph || !inParagraph) && start.test(text),
  )?.end;
}
