import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { useDeed, useToast, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { leftOf } from './left-of.ts';
import { QrCode } from '../../parts/qr-code.tsx';

type Offer = ResponseOf<'offerPairing'>;

/** Lets another browser in: a code that holds for a while and once. `newest`: when a browser was paired last, in ms. */
export function Pairing({ newest }: { readonly newest: number }): VNode {
  const { query } = useLocation();
  const { live } = useWorld();
  const deed = useDeed();
  const toast = useToast();
  const [offer, setOffer] = useState<{ readonly made: Offer; readonly at: number } | null>(null);
  const doing = deed.doing.value;

  async function make(): Promise<void> {
    const made = await deed.run('offerPairing', {});
    if (made?.ok === true) setOffer({ made: made.value, at: live.now() });
  }

  useKeys('pair_title', [{ keys: 'n', says: 'pair_new', run: () => void make() }]);
  const section = useRef<HTMLElement>(null);
  // Any page may link here: what is offered is offered by a press.
  useEffect(() => {
    // guard: pair-by-press
    if (query['pair'] !== undefined) section.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    if (offer === null || newest <= offer.at) return;
    setOffer(null);
    toast({ text: word('paired'), tone: 'good' });
  }, [newest]);

  return (
    <section ref={section} class="card" aria-labelledby="pair-title">
      <h2 id="pair-title">{word('pair_title')}</h2>
      {offer === null ? (
        <p class="soft">{word('pair_how')}</p>
      ) : (
        <Offered offer={offer.made} onOver={() => setOffer(null)} />
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={deed}
          hint="n"
          kind={offer === null ? 'main' : 'plain'}
          onPress={() => void make()}
        >
          {word(offer === null ? 'pair_new' : 'pair_again')}
        </DeedButton>
      </div>
    </section>
  );
}

function Offered({
  offer: { code, link, expires_at: until },
  onOver,
}: {
  readonly offer: Offer;
  readonly onOver: () => void;
}): VNode {
  const { live } = useWorld();
  const toast = useToast();
  const [left, setLeft] = useState(until - live.now());
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = until - live.now();
      setLeft(rest);
      if (rest <= 0) onOver();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    toast({ text: word('copied'), tone: 'good' });
  }

  return (
    <div class="offer">
      <div class="stack">
        <p class="code number">{code}</p>
        <p role="timer">{word('pair_left', leftOf(left))}</p>
        <ol>
          <li>{word('pair_step_install')}</li>
          <li>{word('pair_step_open')}</li>
          <li>{word('pair_step_sure')}</li>
        </ol>
        <div class="buttons">
          <button type="button" onClick={() => void copy()}>
            {word('pair_copy')}
          </button>
        </div>
      </div>
      <QrCode text={link} says="pair_qr" />
    </div>
  );
}
