import { ownElements } from './compose/own-elements.ts';

/**
 * The element in the page that holds a closed root of ours. It is of HTML's own: a name of our making could be the page's
 * custom element, whose constructor runs and may attach a root before us.
 */
export function createRootHost(what: 'chip' | 'teach'): HTMLElement {
  const host = document.createElement('div'); // guard: own-hosts
  host.dataset['baton'] = what;
  ownElements.add(host);
  // What the page's styles say of such elements is not meant for it.
  host.style.cssText = 'all: initial !important';
  return host;
}
