import { computeAccessibleName } from 'dom-accessibility-api';

import { Drawn } from '../../../extension/content-resource/drawn.ts';
import { nameOf } from '../../../extension/content-resource/name.ts';

export interface TwoNames {
  readonly ours: string;
  readonly oracle: string;
}

declare global {
  interface Window {
    nameOfBoth?: (html: string) => TwoNames;
  }
}

/** Returns two names of the marked element in this HTML: ours and the oracle's. */
window.nameOfBoth = (html) => {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-named]');
  if (element === null) throw new Error(`Nothing is asked about: ${html}`);
  const drawn = new Drawn(() => null);
  for (const _ of drawn.look());
  const naming = {
    shadowRootOf: () => null,
    secrets: { has: () => false, lookAtText: () => undefined },
    drawn: () => drawn,
  };
  const oracle = computeAccessibleName(element).replace(/\s+/g, ' ').trim();
  return { ours: nameOf(element, naming), oracle };
};
