import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../words/word.ts';
import { Dialog } from './dialog.tsx';

/** Hosts that a person said yes to, as long as the page lives. */
const known = new Set<string>();

/** Asks before the first leave to a host that somebody else named: a link tells of its press, and `question` is drawn. */
export function useLeave(): {
  readonly onLeave: (event: MouseEvent, address: URL) => void;
  readonly question: VNode | null;
} {
  const [leaving, setLeaving] = useState<URL | null>(null);
  return {
    onLeave(event, address) {
      if (known.has(address.host)) return;
      event.preventDefault();
      setLeaving(address);
    },
    question: leaving && <Leave to={leaving} onClose={() => setLeaving(null)} />,
  };
}

/** Before the first leave to a host: where the link leads, whole. */
function Leave({ to, onClose }: { readonly to: URL; readonly onClose: () => void }): VNode {
  return (
    <Dialog title={word('leave_title', to.host === '' ? to.pathname : to.host)} onClose={onClose}>
      <p>{word('leave_text')}</p>
      <pre>{steeringShown(to.href)}</pre>
      <div class="buttons">
        <a
          class="button"
          href={to.href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => {
            known.add(to.host);
            onClose();
          }}
        >
          {word('leave_go')}
        </a>
        <button type="button" class="plain" onClick={onClose}>
          {word('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
