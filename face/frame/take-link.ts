import type { Session } from '../api/session.ts';

/** A link of `baton open`, taken out of the address at once, so that neither history nor a look over the shoulder has it. */
export function takeLink(): { readonly enter: (session: Session) => Promise<void> } | null {
  if (location.pathname !== '/enter') return null;
  const said = new URLSearchParams(location.hash.slice(1));
  const code = said.get('code');
  const to = said.get('to') ?? '/';
  const own = /^\/(?![/\\])/.test(to) ? to : '/';
  history.replaceState(null, '', code === null ? '/' : '/enter');
  if (code === null) return null;
  return {
    async enter(session) {
      const entered = await session.enter(code);
      // A session that was here already is as good as a link that was used up.
      if (!entered.ok) await session.begin();
      history.replaceState(null, '', own);
      dispatchEvent(new PopStateEvent('popstate'));
    },
  };
}
