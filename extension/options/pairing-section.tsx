import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { linkWords } from '../i18n/link-words.ts';
import { word } from '../i18n/words.ts';
import type { LinkState } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { PairingForm } from '../ui/pairing-form.tsx';

/** With which conductor this browser is paired; null: that is not known yet. */
export function PairingSection({ link }: { readonly link: LinkState | null }): VNode {
  const [done, setDone] = useState('');
  const isPaired = link !== null && link.status !== 'unpaired';
  const isAsked = link !== null && (!isPaired || link.error?.code === 'unauthorized');
  return (
    <section id="pairing-section" class="card" aria-labelledby="pairing-heading">
      <h2 id="pairing-heading">{word('options_pairing')}</h2>
      <p class="soft">{word('options_pairing_how')}</p>
      <dl id="pairing-facts">
        <dt>{word('pairing_state')}</dt>
        <dd id="pairing-state">{link && linkWords(link).text}</dd>
        <dt>{word('pairing_address')}</dt>
        <dd id="conductor-url">{link?.conductor_url}</dd>
      </dl>
      {isPaired && (
        <div id="paired" class="buttons">
          <UnpairButton />
        </div>
      )}
      {isAsked && (
        <PairingForm
          conductorUrl={link.conductor_url}
          onSubmit={() => setDone('')}
          onPaired={() => setDone(word('pairing_done'))}
        />
      )}
      <p id="pairing-done" role="status">
        {done}
      </p>
    </section>
  );
}

/** Asks back before it forgets the conductor. */
function UnpairButton(): VNode {
  const ask = useAsk();
  const [isSure, setSure] = useState(false);
  const calm = (): void => setSure(false);
  function press(): void {
    if (isSure) ask({ kind: 'popup.unpair' }).then(calm, reportError);
    else setSure(true);
  }
  return (
    <button
      id="unpair"
      type="button"
      class="plain"
      data-sure={isSure ? '' : undefined}
      onClick={press}
      onBlur={calm}
    >
      {word(isSure ? 'pairing_really' : 'pairing_forget')}
    </button>
  );
}
