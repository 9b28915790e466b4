import { makeElement } from '../ui/make-element.ts';
import type { PopupConversation } from '../messages/popup-messages.ts';
import { counted, word } from '../i18n/words.ts';
import type { PopupElements } from './popup-elements.ts';
import { actionName, phrase, showParams } from './show-action.ts';

/** Shows the actions of the newest reply that came before the conversation was in auto, and the button that runs them. */
export function renderHeldReply(
  { held, heldText, heldList, heldRun }: PopupElements,
  { state, mode_wanted: wanted }: PopupConversation,
): void {
  const reply = state?.held_reply;
  held.hidden = reply === undefined;
  if (reply === undefined || state === null) return;
  const isAuto = state.mode === 'auto' && !state.draining && (wanted ?? 'auto') === 'auto';
  heldText.textContent = counted(isAuto ? 'held' : 'held_until_auto', reply.count);
  heldRun.hidden = !isAuto;
  heldRun.textContent = word(reply.count === 1 ? 'held_run_one' : 'held_run_all');
  const shown = JSON.stringify([state.local_conversation_id, reply]);
  if (heldList.dataset['shown'] === shown) return;
  heldList.dataset['shown'] = shown;
  heldRun.disabled = false;
  const unshown = reply.count - reply.actions.length;
  heldList.replaceChildren(
    ...reply.actions.map((action) =>
      makeElement('li', {}, [phrase(`\`${actionName(action.action)}\``), ...showParams(action)]),
    ),
    ...(unshown > 0 ? [makeElement('li', { text: counted('held_more', unshown) })] : []),
  );
}
