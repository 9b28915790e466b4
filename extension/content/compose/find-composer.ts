import { isField } from './field-ways.ts';
import { queryDeep, queryPath } from './query-deep.ts';

const TEXT_FIELDS =
  'textarea, [contenteditable="true"], [contenteditable="plaintext-only"], [contenteditable=""]';
/** Where a page has no field for more than a line: such take short messages, and are refused others. */
const ONE_LINE = 'input:not([type]), input[type="text"]';
const NOT_THE_CHAT = 'header, nav, [role="search"], form:has([type="password"])';

/**
 * The field a person writes messages into. With selectors, the first that finds a usable one; without,
 * the last text field of the page, because a chat's composer stands below its messages.
 */
export function findComposer(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const found = queryPath(selector).find(isUsable);
    if (found !== undefined) return found;
  }
  if (selectors.length > 0) return null;
  return lastOf(TEXT_FIELDS) ?? lastOf(ONE_LINE);
}

function lastOf(selector: string): HTMLElement | null {
  const fields = queryDeep(selector).filter(isUsable);
  return fields.findLast((field) => field.closest(NOT_THE_CHAT) === null) ?? null;
}

function isUsable(element: Element): element is HTMLElement {
  if (
    !(element instanceof HTMLElement) ||
    element.closest('[inert], [hidden], [aria-hidden="true"]')
  ) {
    return false;
  }
  if (isField(element) && (element.disabled || element.readOnly)) return false;
  return element.checkVisibility();
}
