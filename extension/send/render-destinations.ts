import { platformName } from '../look/site-names.ts';
import type { Destination } from '../messages/send-messages.ts';

/** Shows those whose title or site holds the words sought; a button's `data-index` is its place among all. */
export function renderDestinations(
  list: HTMLElement,
  all: readonly Destination[],
  sought: string,
): number {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = [...all.entries()].filter(([, { title, platform }]) => {
    const name = `${title} ${platformName(platform)}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  list.replaceChildren(...fitting.map(([index, destination]) => item(index, destination)));
  return fitting.length;
}

function item(index: number, { title, platform }: Destination): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['index'] = String(index);
  const name = document.createElement('strong');
  name.textContent = title;
  const site = document.createElement('span');
  site.textContent = platformName(platform);
  button.append(name, site);
  const element = document.createElement('li');
  element.append(button);
  return element;
}
