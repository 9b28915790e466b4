import { platformName } from '../ui/site-names.ts';
import { makeElement } from '../ui/make-element.ts';
import type { PopupMessage, WaitingApproval } from '../messages/popup-messages.ts';
import { word } from '../i18n/words.ts';

type Place = Pick<
  WaitingApproval,
  'platform' | 'remote_conversation_id' | 'title' | 'page_url' | 'is_here'
>;

/** Names a conversation: as this one, or as a button that leads there. */
export function showPlace(place: Place): HTMLElement {
  if (place.is_here) return makeElement('span', { className: 'place', text: word('place_here') });
  const { platform, remote_conversation_id, page_url } = place;
  const site = platformName(platform);
  const text = place.title ? word('place', site, place.title) : site;
  const button = makeElement('button', { className: 'place link', text });
  button.type = 'button';
  button.setAttribute('aria-label', word('place_open', text));
  button.dataset['place'] = JSON.stringify([platform, remote_conversation_id, page_url]);
  return button;
}

/** Where a click leads; null: it was no such button. */
export function placeOf(
  target: EventTarget | null,
): Extract<PopupMessage, { kind: 'popup.go_to' }> | null {
  const place = target instanceof HTMLButtonElement ? target.dataset['place'] : undefined;
  if (place === undefined) return null;
  const [platform, remote_conversation_id, page_url] = JSON.parse(place) as [
    string,
    string,
    string | null,
  ];
  return { kind: 'popup.go_to', platform, remote_conversation_id, page_url };
}
