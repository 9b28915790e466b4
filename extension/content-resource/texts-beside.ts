import { allIn, attr, closest, isElement, isText, matches, parentNodeOf, tagOf } from './dom.ts';
import { isNeverText } from './hidden.ts';

/** As much as a person reads as the name of a field. */
const MAX_NAME = 80;
/** How many nodes are gone back over. */
const MAX_BACK = 60;
const GROUP = 'fieldset,[role~="group" i],[role~="radiogroup" i]';
const CELL = 'td,th,[role~="cell" i],[role~="gridcell" i]';
const ROW = 'tr,[role~="row" i]';
const TABLE = 'table,[role~="table" i],[role~="grid" i]';
const INLINE = /^(?:A|ABBR|B|CODE|EM|FONT|I|IMG|LABEL|SMALL|SPAN|STRONG|SUP|U)$/;

/** The texts that a person reads as names of a field that nothing labels: before it, of its group, and of its column. */
export function textsBeside(field: Element): readonly string[] {
  return [textBefore(field), groupOf(field), columnOf(field)];
}

/** The nearest line of text before it, also over other fields and the edges of cells. */
function textBefore(field: Element): string {
  const walk = document.createTreeWalker(
    field.getRootNode(),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  walk.currentNode = field;
  let text = '';
  let last: Node = field;
  for (let left = MAX_BACK; left > 0 && text.length < MAX_NAME; left -= 1) {
    const node = walk.previousNode();
    if (node === null || (isElement(node) && tagOf(node) === 'BODY')) break;
    if (isNew(node, last) && text.trim() !== '') break;
    last = node;
    const of = parentNodeOf(node);
    const isRead =
      of === null || !isElement(of) || !(isNeverText(of) || matches(of, 'a[href],option'));
    if (isText(node) && isRead) text = `${node.data} ${text}`;
    else if (isElement(node)) text = `${attr(node, 'alt') ?? ''} ${text}`;
  }
  return text.slice(-MAX_NAME);
}

/** The line before begins: what comes now is of another box. */
function isNew(node: Node, last: Node): boolean {
  const [box, before] = [boxOf(node), boxOf(last)];
  return box !== before && !(box !== null && before !== null && before.contains(box));
}

function boxOf(node: Node): Node | null {
  let box: Node | null = isElement(node) ? node : parentNodeOf(node);
  while (box !== null && isElement(box) && INLINE.test(tagOf(box))) box = parentNodeOf(box);
  return box;
}

function groupOf(field: Element): string {
  const group = closest(field, GROUP);
  if (group === null) return '';
  const [legend] = allIn(group, 'legend');
  return `${attr(group, 'aria-label') ?? ''} ${legend?.textContent ?? ''}`.slice(0, MAX_NAME);
}

function columnOf(field: Element): string {
  const [cell, row, table] = [CELL, ROW, TABLE].map((what) => closest(field, what));
  if (!cell || !row || !table) return '';
  const [first] = allIn(table, ROW);
  const at = [...row.children].indexOf(cell);
  const head = first === undefined || first === row ? undefined : first.children[at];
  return (head?.textContent ?? '').slice(0, MAX_NAME);
}
