import { platformName } from '../ui/site-names.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import { linkAdvice, linkWords } from '../i18n/link-words.ts';
import { counted, word } from '../i18n/words.ts';
import type { PopupElements } from './popup-elements.ts';
import { renderApprovals } from './render-approvals.ts';
import { renderFailures } from './render-failures.ts';
import { renderHeldReply } from './render-held-reply.ts';
import {
  absenceWords,
  modeWords,
  parkedWords,
  problemWords,
  renewalWords,
  runningWords,
} from './popup-words.ts';

/** Shows a state. What came from a page or the conductor becomes text, never markup. */
export function renderPopup(elements: PopupElements, state: PopupState): void {
  const { link, page, conversation } = state;
  const paired = link.status !== 'unpaired';
  const words = linkWords(link);
  elements.link.textContent = words.text;
  elements.link.dataset['tone'] = words.tone;

  const trouble = linkAdvice(link);
  elements.notice.hidden = trouble === null;
  elements.noticeTitle.textContent = trouble?.meaning ?? '';
  elements.noticeText.textContent = trouble?.remedy ?? '';

  elements.pairing.hidden = paired && link.error?.code !== 'unauthorized';
  // What a person types is not written over.
  if (elements.pairingUrl.value === '') elements.pairingUrl.value = link.conductor_url;

  renderNeeds(elements, state, paired);
  elements.face.hidden = link.status !== 'online';
  elements.brief.hidden = page === null || link.status !== 'online';

  elements.conversation.hidden = conversation === null || !paired;
  elements.noConversation.hidden = conversation !== null || !paired;
  elements.noConversation.textContent = absenceWords(state);
  if (conversation === null) return;

  const title = conversation.state?.title ?? page?.title ?? '';
  elements.title.textContent = title === '' ? word('conversation_untitled') : title;
  elements.site.textContent = platformName(conversation.platform);

  const mode = conversation.mode_wanted ?? conversation.state?.mode ?? null;
  elements.mode.disabled = conversation.state === null;
  elements.mode.toggleAttribute(
    'data-wanted',
    conversation.mode_wanted !== null && conversation.mode_wanted !== conversation.state?.mode,
  );
  for (const radio of elements.modes) radio.checked = radio.value === mode;
  elements.modeText.textContent = modeWords(state, conversation);

  renderHeldReply(elements, conversation);

  const running = runningWords(conversation);
  elements.running.hidden = running === null;
  elements.running.textContent = running ?? '';

  const parked = parkedWords(conversation);
  elements.parked.hidden = parked === null;
  elements.parked.textContent = parked ?? '';

  const renewal = renewalWords(conversation);
  elements.renewal.hidden = renewal === null;
  elements.renewalText.textContent = renewal ?? '';
  elements.renewalStop.hidden = conversation.state?.renewal?.status !== 'active';

  const problem = page === null ? null : problemWords(page);
  elements.problem.hidden = problem === null;
  elements.problemMeaning.textContent = problem?.meaning ?? '';
  elements.problemRemedy.textContent = problem?.remedy ?? '';
}

function renderNeeds(elements: PopupElements, { needs }: PopupState, paired: boolean): void {
  const { approvals, failures } = needs;
  elements.approvals.hidden = !paired || approvals.length === 0;
  elements.approvalsTitle.textContent = counted('approvals_title', approvals.length);
  renderApprovals(elements.approvalList, approvals);
  elements.failures.hidden = !paired || failures.length === 0;
  elements.failuresTitle.textContent = counted('failures_title', failures.length);
  renderFailures(elements.failureList, failures);
}
