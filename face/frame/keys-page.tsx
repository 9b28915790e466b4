import type { VNode } from 'preact';

import { Dialog } from '../parts/dialog.tsx';
import { keyLayers } from '../parts/keys.ts';
import { word } from '../words/word.ts';

/** Which keys do what, here and now. */
export function KeysPage({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <Dialog title={word('keys_this')} onClose={onClose} wide>
      {keyLayers.value.map(({ title, rows }) => (
        <section key={title}>
          <h3>{word(title)}</h3>
          <dl class="keys">
            {rows.map(({ keys, says }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys.replace('$mod', 'Ctrl').replace('Shift+?', '?')}</kbd>
                </dt>
                <dd>{word(says)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <a href="/help" onClick={onClose}>
        {word('place_help')}
      </a>
    </Dialog>
  );
}
