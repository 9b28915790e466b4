import { queryDeep, queryPath } from './query-deep.ts';

const TEXT_FIELDS =
  'textarea, [contenteditable="true"], [contenteditable="plaintext-only"], [contenteditable=""]';
const NOT_THE_CHAT = 'header, nav, [role="search"], [role="dialog"] form[role="search"]';

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
  const fields = queryDeep(TEXT_FIELDS).filter(isUsable);
  return fields.findLast((field) => field.closest(NOT_THE_CHAT) === null) ?? null;
}

function isUsable(element: Element): element is HTMLElement {
  if (
    !(element instanceof HTMLElement) ||
    element.closest('[inert], [hidden], [aria-hidden="true"]')
  ) {
    return false;
  }
  if (element instanceof HTMLTextAreaElement && (element.disabled || element.readOnly))
    return false;
  return element.checkVisibility();
}
