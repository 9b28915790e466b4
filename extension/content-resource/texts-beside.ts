import {
  allIn,
  attr,
  closest,
  isElement,
  isText,
  matches,
  parentNodeOf,
  rootOf,
  tagOf,
  textContentOf,
} from './dom.ts';
import { isNeverText } from './hidden.ts';

/** As much as a person reads as the name of a field. */
const MAX_NAME = 80;
/** As much as a person reads of what it is for. */
const MAX_LINES = 240;
/** How many nodes are gone back over. */
const MAX_BACK = 60;
const FIELD = 'input,textarea,select,[contenteditable]';
const GROUP = 'fieldset,[role~="group" i],[role~="radiogroup" i]';
const CELL =
  'td,th,[role~="cell" i],[role~="gridcell" i],[role~="columnheader" i],[role~="rowheader" i]';
const ROW = 'tr,[role~="row" i]';
const TABLE = 'table,[role~="table" i],[role~="grid" i]';
const INLINE = /^(?:A|ABBR|B|CODE|EM|FONT|I|IMG|LABEL|SMALL|SPAN|STRONG|SUP|U)$/;

/** The texts that a person reads as names of a field that nothing labels: before it, of its group, and of its column. */
export function textsBeside(field: Element): readonly string[] {
  return [textBefore(field, MAX_NAME), groupOf(field), columnOf(field)];
}

/** The lines before it, back to those of another field. */
export function linesBefore(field: Element): string {
  return textBefore(field, MAX_LINES);
}

/** The nearest line of text before it, also over other fields and the edges of cells; where much is asked for, all lines. */
function textBefore(field: Element, most: number): string {
  const walk = document.createTreeWalker(
    rootOf(field),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  walk.currentNode = field;
  let text = '';
  let box = boxOf(field);
  for (let left = MAX_BACK; left > 0 && text.length < most; left -= 1) {
    const node = walk.previousNode();
    if (node === null || (isElement(node) && tagOf(node) === 'BODY')) break;
    const of = boxOf(node);
    const isOver = most === MAX_NAME ? of !== box : isElement(node) && matches(node, FIELD);
    if (isOver && text.trim() !== '') break;
    box = of;
    if (isText(node) && isRead(node)) text = `${node.data} ${text}`;
    else if (isElement(node)) text = `${attr(node, 'alt') ?? ''} ${text}`;
  }
  return text.slice(-most);
}

/** A link says where it leads, as to a new password. */
function isRead(text: Text): boolean {
  const parent = parentNodeOf(text);
  return (
    parent !== null &&
    isElement(parent) &&
    !isNeverText(parent) &&
    closest(parent, `a[href],option,button,${FIELD}`) === null
  );
}

/** The box whose lines it stands in. */
function boxOf(node: Node): Node | null {
  let box: Node | null = isElement(node) ? node : parentNodeOf(node);
  while (box !== null && isElement(box) && INLINE.test(tagOf(box))) box = parentNodeOf(box);
  return box;
}

function groupOf(field: Element): string {
  const group = closest(field, GROUP);
  if (group === null) return '';
  const [legend] = allIn(group, 'legend');
  return `${attr(group, 'aria-label') ?? ''} ${textOf(legend)}`.slice(0, MAX_NAME);
}

function columnOf(field: Element): string {
  const [cell, row, table] = [CELL, ROW, TABLE].map((what) => closest(field, what));
  if (!cell || !row || !table) return '';
  const [first] = allIn(table, ROW);
  const at = allIn(row, CELL).indexOf(cell);
  return first === undefined || first === row
    ? ''
    : textOf(allIn(first, CELL)[at]).slice(0, MAX_NAME);
}

function textOf(element: Element | undefined): string {
  return (element && textContentOf(element)) ?? '';
}
