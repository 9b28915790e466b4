import type { ExtractedData } from '../messages/resource-messages.ts';
import { clean, cut, MAX_NAME } from '../../shared/lib/page-line.ts';
import { allIn, closest } from './dom.ts';
import { MarkdownReader } from './markdown.ts';
import type { PageReading } from './page-reading.ts';

const MAX_CELL = 500;
const TABLES = 'table,[role="table"],[role="grid"]';
const ROWS = 'tr,[role="row"]';
const HEADS = 'th,[role="columnheader"]';
const CELLS = 'td,th,[role="cell"],[role="gridcell"],[role="columnheader"],[role="rowheader"]';
const LISTS = 'ul,ol,[role="list"]';
const ITEMS = 'li,[role="listitem"]';

/** Returns the tables, lists and links of a page as data, each as a person sees it. */
export function dataIn(reading: PageReading, root: Element, maxChars: number): ExtractedData {
  const { isSeen, view } = reading;
  const textOf = (element: Element): string =>
    cut(view.blank(clean([...new MarkdownReader(view, false).pieces(element)].join(''))), MAX_CELL);
  const seen = (selector: string, from: Element = root): Element[] =>
    allIn(from, selector).filter((element) => isSeen(element));
  let left = maxChars;
  let isCut = false;
  /** Returns whether the value still fits; all after the first that does not is left out, and reported as cut. */
  const fits = (value: unknown): boolean => {
    left -= JSON.stringify(value).length + 1;
    isCut ||= left < 0;
    return left >= 0;
  };

  const tables = seen(TABLES).map((table) => {
    const own = (one: Element): boolean => closest(one, TABLES) === table;
    const rows = seen(ROWS, table).filter(own);
    const cells = rows.map((row) => seen(CELLS, row).filter(own));
    const isHead = (cell: Element): boolean => cell.matches(HEADS);
    const [first] = cells;
    const hasHead = first !== undefined && first.length > 0 && first.every(isHead);
    return {
      name: cut(view.nameOf(table, 'table'), MAX_NAME),
      columns: hasHead ? first.map(textOf).filter(fits) : [],
      rows: (hasHead ? cells.slice(1) : cells)
        .map((row) => row.map(textOf))
        .filter((row) => row.some((cell) => cell !== '') && fits(row)),
    };
  });
  const lists = seen(LISTS).map((list) =>
    seen(ITEMS, list)
      .filter((item) => closest(item, LISTS) === list)
      .map(textOf)
      .filter((text) => text !== '' && fits(text)),
  );
  const links = seen('a[href]').flatMap((link) => {
    const told = { text: textOf(link), url: link instanceof HTMLAnchorElement ? link.href : '' };
    return told.text !== '' && fits(told) ? [told] : [];
  });
  return { tables, lists: lists.filter((items) => items.length > 0), links, cut: isCut };
}
