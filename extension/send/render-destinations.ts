import { makeElement } from '../ui/make-element.ts';
import { platformName } from '../ui/site-names.ts';
import type { Destination } from '../messages/send-messages.ts';

/**
 * Shows those whose title or site holds the words sought, and which of them is chosen; a button's `data-index` is its
 * place among all. Returns how many there are.
 */
export function renderDestinations(
  list: HTMLElement,
  all: readonly Destination[],
  sought: string,
  chosen: number | null,
): number {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = [...all.entries()].filter(([index, { title, platform }]) => {
    const name = `${title} ${platformName(platform)}`.toLowerCase();
    return index === chosen || words.every((word) => name.includes(word));
  });
  list.replaceChildren(
    ...fitting.map(([index, destination]) => item(index, destination, index === chosen)),
  );
  return fitting.length;
}

function item(index: number, { title, platform }: Destination, isChosen: boolean): HTMLElement {
  const button = makeElement('button', {}, [
    makeElement('strong', { text: title }),
    makeElement('span', { text: platformName(platform) }),
  ]);
  button.type = 'button';
  button.dataset['index'] = String(index);
  button.setAttribute('aria-pressed', String(isChosen));
  return makeElement('li', {}, [button]);
}
