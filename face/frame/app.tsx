import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { LocationProvider } from 'preact-iso/router';

import { createAsk } from '../api/ask.ts';
import { createLive } from '../api/live.ts';
import type { Session } from '../api/session.ts';
import { type Preferences, PreferencesProvider } from '../store/preferences.ts';
import { createWorld, WorldProvider } from '../store/world.ts';
import { word } from '../words/word.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

interface AppProps {
  readonly session: Session;
  readonly preferences: Preferences;
}

/** The page: signed in, or how to. A session that ends covers the page, and what was written stays behind it. */
export function App({ session, preferences }: AppProps): VNode | null {
  const { kind } = session.state.value;
  const wasIn = useRef(false);
  wasIn.current ||= kind === 'in';
  if (kind === 'opening') return <p class="opening">{word('sign_in_opening')}</p>;
  return (
    <PreferencesProvider value={preferences}>
      <LocationProvider>
        {kind === 'out' && <SignIn session={session} />}
        {wasIn.current && <Inside session={session} hidden={kind === 'out'} />}
      </LocationProvider>
    </PreferencesProvider>
  );
}

function Inside({
  session,
  hidden,
}: {
  readonly session: Session;
  readonly hidden: boolean;
}): VNode {
  const world = useMemo(() => {
    const live = createLive({ renew: session.renew });
    return createWorld(createAsk(session.renew), live, session);
  }, [session]);
  return (
    <WorldProvider value={world}>
      <div hidden={hidden}>
        <Frame />
      </div>
    </WorldProvider>
  );
}
