import type { PairingOffer } from '../../messages/consent-messages.ts';
import type { OfferOutcome } from '../../messages/page-messages.ts';
import type { PairingOutcome } from '../../messages/popup-messages.ts';
import type { AskConsent, ClaimPairing, Clock } from '../ports.ts';
import { type RowStore, metaOf, type View } from '../storage/row-store.ts';
import { pairingEnded, pairingStarted } from './change-pairing.ts';
import type { ConductorLink } from './conductor-link.ts';
import { knownConductor, readConductorUrl } from './conductor-url.ts';

/** A person who just paired sees it online; longer than this they see it connecting. */
const PAIRED_LIMIT_MS = 3_000;
/** A page cannot have a person asked faster. */
const OFFER_PAUSE_MS = 3_000;

/**
 * Pairing is consent: a person gives it in a page of the extension's own. A page's offer does no more than have them
 * asked, and only where no pairing stands.
 */
export interface Pairing {
  /** A person asked for it in a page of ours. */
  pair(typedUrl: string, code: string): Promise<PairingOutcome>;
  unpair(): Promise<void>;
  /** Is that a conductor whose pages may offer? One at an address nobody knows is not listened to. */
  knows(conductorUrl: string): boolean;
  /** A page offers itself; the newest offer is the one a person is asked about. */
  offer(offer: PairingOffer): Promise<OfferOutcome>;
  /** The offer of that id; null when it is lost, or a newer one took its place. */
  offered(offerId: string): PairingOffer | null;
}

export interface PairingParts {
  readonly store: RowStore;
  readonly clock: Clock;
  readonly claimPairing: ClaimPairing;
  readonly askConsent: AskConsent;
  readonly makeId: () => string;
  readonly link: ConductorLink;
}

export function createPairing(parts: PairingParts): Pairing {
  const { store, clock, link } = parts;
  /** On no disk: it dies with the background, and the page that asks keeps what it needs. */
  let held: { readonly id: string; readonly offer: PairingOffer } | null = null;
  let lastOfferAt = Number.NEGATIVE_INFINITY;

  const knows = (conductorUrl: string): boolean => knownConductor(metaOf(store.view), conductorUrl);

  async function pair(typedUrl: string, code: string): Promise<PairingOutcome> {
    const url = readConductorUrl(typedUrl);
    if (!url.ok) return { ok: false, ...url.error };
    if (stands(store.view)) return alreadyPaired();
    const grant = await parts.claimPairing(url.value, code.trim());
    if (!grant.ok) return { ok: false, ...grant.error };
    const pairing = { conductor_url: url.value, ...grant.value, refused: false };
    const isFirst = await store.step((view) =>
      // Two claims may have been under way: the one that was first stands.
      stands(view)
        ? { change: {}, answer: false }
        : { change: pairingStarted(view, pairing, clock.now()), answer: true },
    );
    if (!isFirst) return alreadyPaired();
    held = null;
    link.restart();
    await link.whenOnline(PAIRED_LIMIT_MS);
    return { ok: true, conductor_url: url.value };
  }

  return {
    pair,
    knows,
    async unpair() {
      await store.step((view) => ({ change: pairingEnded(view, clock.now()), answer: null }));
      link.restart();
    },
    async offer(offer) {
      // guard: known-conductor
      if (!knows(offer.conductor_url)) {
        return { ok: false, code: 'unauthorized', text: 'Baton knows no conductor here.' };
      }
      if (stands(store.view)) return alreadyPaired();
      // Counted both ways: a clock that is set back must not hold offers up.
      // guard: offer-rate
      if (Math.abs(clock.now() - lastOfferAt) < OFFER_PAUSE_MS) {
        return { ok: false, code: 'too_many_attempts', text: 'Baton was asked a moment ago.' };
      }
      lastOfferAt = clock.now();
      held = { id: parts.makeId(), offer };
      await parts.askConsent(held.id); // guard: asked-in-our-page
      return { ok: true };
    },
    offered: (offerId) => (held?.id === offerId ? held.offer : null),
  };
}

/** A pairing the conductor refused stands no more: only pairing again helps then. */
function stands(view: View): boolean {
  const { pairing } = metaOf(view);
  return pairing !== null && !pairing.refused; // guard: standing-pairing
}

function alreadyPaired(): { ok: false; code: 'already_paired'; text: string } {
  const text =
    "This browser is paired already. To pair it anew, unpair it first, in Baton's settings.";
  return { ok: false, code: 'already_paired', text };
}
