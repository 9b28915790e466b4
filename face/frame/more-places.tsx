import type { VNode } from 'preact';

import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { word } from '../words/word.ts';
import { HELP, PLACES } from './places.ts';

/** The places that the bottom bar of a narrow page has no room for. */
export function MorePlaces({ onClose }: { readonly onClose: () => void }): VNode {
  const rest = [...PLACES.filter(({ first }) => first !== true), HELP];
  return (
    <Dialog title={word('places_more')} onClose={onClose}>
      <nav class="more-places" aria-label={word('places_more')}>
        {rest.map((place) => (
          <a key={place.path} href={place.path} onClick={onClose}>
            {place.icon && <Icon name={place.icon} />}
            {word(place.says)}
          </a>
        ))}
      </nav>
    </Dialog>
  );
}
