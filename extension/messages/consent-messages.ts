import { isId, isRecord } from './shape.ts';

/** Offer of a page: a conductor, and the one-time code with which it lets a browser in. */
export interface PairingOffer {
  readonly conductor_url: string;
  readonly code: string;
}

/** The page that asks a person, to the background. It pairs with the popup's message. */
export interface ConsentMessage {
  readonly kind: 'consent.ask';
  readonly offer_id: string;
}

/** Null: the offer was lost with the background that held it, or a newer one took its place. */
export interface ConsentAnswer {
  readonly offer: PairingOffer | null;
}

/** Background to that page, should it be open: a newer offer is to be shown there. Answered with true. */
export interface ConsentCommand {
  readonly kind: 'consent.show';
  readonly offer_id: string;
}

export function isConsentMessage(value: unknown): value is ConsentMessage {
  return isRecord(value) && value['kind'] === 'consent.ask' && isId(value['offer_id']);
}

export function isConsentCommand(value: unknown): value is ConsentCommand {
  return isRecord(value) && value['kind'] === 'consent.show' && isId(value['offer_id']);
}
