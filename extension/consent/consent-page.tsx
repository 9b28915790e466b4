import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

import { pairingFailure } from '../i18n/pairing-words.ts';
import { word } from '../i18n/words.ts';
import type { PairingOffer } from '../messages/consent-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { Phrase } from '../ui/phrase.tsx';
import { useSeenButton } from './seen-button.ts';

interface ConsentPageProps {
  readonly offerId: string;
  readonly onClose: () => void;
}

type Stage =
  | { readonly name: 'loading' }
  | { readonly name: 'offered'; readonly offer: PairingOffer }
  | { readonly name: 'over'; readonly how: 'done' | 'lost' };

/** In which a person says whether this browser is paired with the conductor that offers itself. */
export function ConsentPage({ offerId, onClose }: ConsentPageProps): VNode {
  const ask = useAsk();
  const [stage, setStage] = useState<Stage>({ name: 'loading' });

  function end(how: 'done' | 'lost'): void {
    setStage({ name: 'over', how });
    document.title = word(`consent_${how}`);
  }

  async function load(): Promise<void> {
    const answer = await ask({ kind: 'consent.ask', offer_id: offerId });
    const offer = answer?.offer ?? null;
    if (offer === null) end('lost');
    else setStage({ name: 'offered', offer });
  }
  useLayoutEffect(() => void load().catch(reportError), []);

  return (
    <>
      <header>
        <img src="/icon/48.png" alt="" width={28} height={28} />
        <p>Baton</p>
      </header>
      <main>
        {stage.name === 'offered' && (
          <Offer offer={stage.offer} onPaired={() => end('done')} onClose={onClose} />
        )}
        {stage.name === 'over' && (
          <section id="over" class="card" role="status">
            <h1 id="over-title">{word(`consent_${stage.how}`)}</h1>
            <p id="over-text">{word(`consent_${stage.how}_how`)}</p>
            <div class="buttons">
              <button id="close" type="button" class="quiet" onClick={onClose}>
                {word('consent_close')}
              </button>
            </div>
          </section>
        )}
      </main>
    </>
  );
}

interface OfferProps {
  readonly offer: PairingOffer;
  readonly onPaired: () => void;
  readonly onClose: () => void;
}

function Offer({ offer, onPaired, onClose }: OfferProps): VNode {
  const ask = useAsk();
  const [isPairing, setPairing] = useState(false);
  const [trouble, setTrouble] = useState('');
  const button = useSeenButton(!isPairing, () => void pair());

  async function pair(): Promise<void> {
    setPairing(true);
    setTrouble('');
    try {
      const outcome = await ask({ kind: 'popup.pair', ...offer });
      if (outcome.ok) onPaired();
      else setTrouble(pairingFailure(outcome.code));
    } catch {
      setTrouble(word('pairing_no_answer'));
    } finally {
      setPairing(false);
    }
  }

  return (
    <section id="offer" class="card" aria-labelledby="offer-title">
      <h1 id="offer-title">{word('consent_title')}</h1>
      <p>{word('consent_asks')}</p>
      <p id="address">{offer.conductor_url}</p>
      <p>{word('consent_will')}</p>
      <ul>
        <li>{word('consent_reads')}</li>
        <li>{word('consent_writes')}</li>
        <li>{word('consent_asked')}</li>
      </ul>
      <p>
        <Phrase text={word('consent_only_if')} />
      </p>
      <p id="trouble" role="alert">
        {trouble}
      </p>
      <div class="buttons">
        <button ref={button} id="pair" type="button">
          {word('pairing_pair')}
        </button>
        <button id="not-now" type="button" class="quiet" onClick={onClose}>
          {word('consent_not_now')}
        </button>
      </div>
    </section>
  );
}
