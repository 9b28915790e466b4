import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Route, Router, useLocation } from 'preact-iso/router';

import { Guarded } from '../parts/guarded.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { loadLater } from '../parts/load-later.ts';
import { clockTime } from '../parts/time.tsx';
import { useAnswer, useToast, useWorld } from '../store/world.ts';
import { counted, word } from '../words/word.ts';
import { NotHere } from './not-here.tsx';
import { PAGES, type Place, PLACES, placeOf } from './places.ts';
import { ScreenFault } from './screen-fault.tsx';
import { Toasts } from './toasts.tsx';

const KeysPage = loadLater(async () => (await import('./later.tsx')).KeysPage);
const PauseAll = loadLater(async () => (await import('./later.tsx')).PauseAll);
const Attendant = loadLater(async () => (await import('./later.tsx')).Attendant);
const MorePlaces = loadLater(async () => (await import('./later.tsx')).MorePlaces);
const Palette = loadLater(async () => (await import('./later.tsx')).Palette);

/** Surroundings of every screen: the rail, the header with the connection state, and the last toasts. */
export function Frame(): VNode {
  const { path, route } = useLocation();
  const { live, session, visit } = useWorld();
  const entered = session.state.value;
  const isReadOnly = entered.kind === 'in' && entered.entered.read_only;
  const [asksKeys, askKeys] = useState(false);
  const [asksMore, askMore] = useState(false);
  const [seeks, seek] = useState(false);
  const toast = useToast();
  const place = placeOf(path);
  const waits = useAnswer('getStatus').state.value.data?.open_approvals ?? 0;
  // As the first screen counts them: with deliveries of which only a person can tell what came.
  const needs = useAnswer('getOverview').state.value.data?.needs_total ?? 0;
  const unseen = visit.unseen.value;

  useKeys('keys_everywhere', [
    ...PLACES.map(({ path: to, says, key }) => ({ keys: `g ${key}`, says, run: () => route(to) })),
    { keys: '$mod+k', says: 'palette', run: openPalette },
    { keys: 'Shift+?', says: 'keys_this', run: () => askKeys(true) },
  ]);
  // They are drawn at once when they are asked for.
  useEffect(() => {
    for (const part of [Palette, KeysPage]) part.preload().catch(() => undefined);
  }, []);
  useEffect(() => {
    const name = place === undefined ? word('not_here') : word(place.says);
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${name} · Baton`;
  });

  function openPalette(): void {
    performance.mark('baton:palette-key');
    seek(true);
  }

  /** Something that was opened did not load: it is closed again, and can be tried anew. */
  function failed(close: (open: false) => void): void {
    close(false);
    toast({ text: word('fault_opened'), tone: 'bad' });
  }

  return (
    <div class="frame" data-live={live.state.value.kind}>
      <a class="skip" href="#main">
        {word('skip')}
      </a>
      <nav class="rail" aria-label={word('places')}>
        <a class="brand" href="/">
          <img src="/icon.png" alt="" width="22" height="22" /> Baton
        </a>
        {PLACES.map((one) => (
          <RailLink key={one.path} place={one} isHere={one === place} waits={waits} />
        ))}
        <button
          type="button"
          class="more"
          aria-current={PLACES.some((one) => one === place && !one.first) ? 'page' : undefined}
          onClick={() => askMore(true)}
        >
          <Icon name="more" />
          {word('places_more')}
        </button>
      </nav>
      <header class="top">
        <h1>{place === undefined ? word('not_here') : word(place.says)}</h1>
        <LiveMark />
        <Guarded path={path}>
          <PauseAll />
        </Guarded>
        <button
          type="button"
          class="plain seek"
          aria-keyshortcuts="Control+K"
          onClick={openPalette}
        >
          <Icon name="seek" /> <span class="says">{word('palette_button')}</span>{' '}
          <kbd aria-hidden="true">Ctrl+K</kbd>
        </button>
        {needs > 0 && (
          <a class="needs" href="/" data-count={needs}>
            {counted('needs_you', needs)}
          </a>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {isReadOnly && (
          <p class="problem read-only" role="status">
            {word('read_only')}
          </p>
        )}
        <Guarded
          path={path}
          instead={(error, again) => <ScreenFault error={error} again={again} />}
        >
          <Router>
            {PAGES.flatMap(({ path: at, screen, below }) =>
              [at, ...(below === undefined ? [] : [`${at === '/' ? '' : at}${below}`])].map(
                // One key for both: what stands beside a choice goes on standing.
                (one) => <Route key={at} path={one} component={screen} />,
              ),
            )}
            <Route default component={NotHere} />
          </Router>
        </Guarded>
      </main>
      {seeks && (
        <Guarded path={path} onFault={() => failed(seek)}>
          <Palette onClose={() => seek(false)} />
        </Guarded>
      )}
      {asksKeys && (
        <Guarded path={path} onFault={() => failed(askKeys)}>
          <KeysPage onClose={() => askKeys(false)} />
        </Guarded>
      )}
      {asksMore && (
        <Guarded path={path} onFault={() => failed(askMore)}>
          <MorePlaces onClose={() => askMore(false)} />
        </Guarded>
      )}
      <Guarded path={path}>
        <Attendant />
      </Guarded>
      <Toasts />
    </div>
  );
}

function RailLink({
  place,
  isHere,
  waits,
}: {
  readonly place: Place;
  readonly isHere: boolean;
  readonly waits: number;
}): VNode {
  return (
    <a
      href={place.path}
      class={place.first ? 'first' : undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      {place.icon && <Icon name={place.icon} />}
      <span>{word(place.says)}</span>
      {place.path === '/approvals' && waits > 0 && <span class="count">{waits}</span>}
    </a>
  );
}

/** How fresh all of it is. */
function LiveMark(): VNode {
  const { live } = useWorld();
  const state = live.state.value;
  if (state.kind === 'lost') {
    return (
      <span class="live" data-tone="bad" role="status">
        <span aria-hidden="true">▲</span> {word('live_lost', clockTime(state.since))}
      </span>
    );
  }
  return (
    <span class="live" data-tone={state.kind === 'live' ? 'good' : 'soft'} role="status">
      <span aria-hidden="true">{state.kind === 'live' ? '●' : '○'}</span>{' '}
      <span class="says">{word(state.kind === 'live' ? 'live' : 'live_connecting')}</span>
    </span>
  );
}
