import type { AnyComponent } from 'preact';
import lazy from 'preact-iso/lazy';

import type { WordKey } from '../words/word.ts';

/** A place of the rail, and the screens below it. `key` goes there after `g`. */
export interface Place {
  readonly path: string;
  readonly says: WordKey;
  readonly key: string;
  /** Drawn in the rail; one glyph. */
  readonly glyph: string;
  readonly screen: AnyComponent;
  /** Stands in the bottom bar of a narrow page. */
  readonly first?: boolean;
  /** Paths below that are the same screen with something chosen, as `/:id`. */
  readonly below?: string;
}

const Now = lazy(() => import('../screens/now/now.tsx').then((one) => one.Now));
const Approvals = lazy(() =>
  import('../screens/approvals/approvals.tsx').then((one) => one.Approvals),
);
const Settings = lazy(() => import('../screens/settings/settings.tsx').then((one) => one.Settings));
const Trail = lazy(() => import('../screens/trail/trail.tsx').then((one) => one.Trail));

/** Every screen, in the order of the rail. */
export const PLACES: readonly Place[] = [
  { path: '/', says: 'place_now', key: 'n', glyph: '◉', screen: Now, first: true },
  {
    path: '/approvals',
    says: 'place_approvals',
    key: 'a',
    glyph: '?',
    screen: Approvals,
    first: true,
    below: '/:id',
  },
  { path: '/trail', says: 'place_trail', key: 't', glyph: '≡', screen: Trail },
  {
    path: '/settings',
    says: 'place_settings',
    key: 's',
    glyph: '⚙',
    screen: Settings,
    below: '/:group',
  },
];

/** The place that a path lies in. */
export function placeOf(path: string): Place | undefined {
  const [head = ''] = path.slice(1).split('/');
  return PLACES.find((place) => place.path === `/${head}`);
}
