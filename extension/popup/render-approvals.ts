import { renderKeyed } from '../ui/keyed-list.ts';
import { makeElement } from '../ui/make-element.ts';
import type { PopupMessage, WaitingApproval } from '../messages/popup-messages.ts';
import { word, type WordKey } from '../i18n/words.ts';
import { actionName, isWhole, phrase, showParams } from './show-action.ts';
import { showPlace } from './show-place.ts';

/** What a person may answer at one click, by what they are asked. */
const CHOICES = {
  permission: ['approve'],
  outcome_unknown: ['run_again', 'skip', 'tell'],
} as const satisfies Readonly<Record<WaitingApproval['kind'], readonly Decision[]>>;

/** Answers that want a word more first. */
const STEPS = ['always', 'deny'] as const;
type Step = (typeof STEPS)[number];

type Answer = Extract<PopupMessage, { kind: 'popup.decide' }>;
type Decision = Answer['decision'];

/** Answers by which the action runs: not to be given before all of it can be seen. */
const RUNS: readonly (Decision | Step)[] = ['approve', 'always', 'run_again'];
const MAX_REASON_LENGTH = 2_000;

/** Shows what waits for the person, in all conversations. */
export function renderApprovals(list: HTMLElement, approvals: readonly WaitingApproval[]): void {
  const keyOf = ({ approval_id, kind, is_here }: WaitingApproval): string =>
    JSON.stringify([approval_id, kind, is_here]);
  renderKeyed(list, approvals, keyOf, approvalItem);
}

function approvalItem(approval: WaitingApproval): HTMLElement {
  const { kind, action, risk, quoted = false } = approval;
  const name = actionName(action);
  const top = makeElement('p', { className: 'top' }, [
    showPlace(approval),
    makeElement('span', { className: 'risk', text: word(`risk_${risk}`) }),
  ]);
  const steps = kind === 'permission' ? STEPS.filter((step) => step === 'deny' || !quoted) : [];
  const buttons = makeElement('div', { className: 'choices' }, [
    ...CHOICES[kind].map((decision) => answerButton(approval, decision, `approval_${decision}`)),
    ...steps.map((step) => stepButton(approval, step)),
  ]);
  const item = makeElement('li', {}, [
    top,
    phrase(word(kind === 'permission' ? 'approval_may_run' : 'approval_did_run', name)),
    ...(quoted ? [phrase(word('approval_quoted'), 'quoted')] : []),
    ...showParams(approval),
    buttons,
    ...steps.map((step) => stepPanel(approval, step)),
  ]);
  item.dataset['risk'] = risk;
  return item;
}

function answerButton(
  approval: WaitingApproval,
  decision: Decision,
  label: WordKey,
  always = false,
): HTMLButtonElement {
  const button = buttonOf(approval, word(label), always ? 'always' : decision);
  button.dataset['approval'] = approval.approval_id;
  button.dataset['decision'] = decision;
  button.dataset['always'] = String(always);
  return button;
}

function stepButton(approval: WaitingApproval, step: Step): HTMLButtonElement {
  const button = buttonOf(approval, word(`approval_${step}_step`), step);
  button.dataset['step'] = step;
  return button;
}

function buttonOf(
  approval: WaitingApproval,
  text: string,
  answer: Decision | Step,
): HTMLButtonElement {
  const button = makeElement('button', { text });
  button.type = 'button';
  button.disabled = RUNS.includes(answer) && !isWhole(approval);
  button.setAttribute('aria-label', word('approval_label', text, approval.action));
  return button;
}

function stepPanel(approval: WaitingApproval, step: Step): HTMLElement {
  const back = makeElement('button', { text: word('approval_back') });
  back.type = 'button';
  back.dataset['step'] = 'back';
  const [said, confirm] =
    step === 'always'
      ? [
          phrase(word('approval_always_means', actionName(approval.action))),
          answerButton(approval, 'approve', 'approval_always', true),
        ]
      : [reasonField(), answerButton(approval, 'deny', 'approval_deny')];
  const panel = makeElement('div', { className: 'step' }, [
    said,
    makeElement('div', { className: 'choices' }, [confirm, back]),
  ]);
  panel.dataset['panel'] = step;
  panel.hidden = true;
  return panel;
}

function reasonField(): HTMLElement {
  const field = makeElement('input');
  field.type = 'text';
  field.name = 'reason';
  field.maxLength = MAX_REASON_LENGTH;
  return makeElement('label', {}, [makeElement('span', { text: word('approval_reason') }), field]);
}

/** The answer a click gives; the item's buttons rest until the conductor has heard. Null: it was no answer. */
export function answerOf(target: EventTarget | null): Answer | null {
  if (!(target instanceof HTMLButtonElement)) return null;
  const item = target.closest('li');
  const { approval, decision, step, always } = target.dataset;
  if (item !== null && step !== undefined) showStep(item, step);
  const choice = ANSWERS.find((name) => name === decision);
  if (item === null || approval === undefined || choice === undefined) return null;
  for (const button of item.querySelectorAll('button:not(.place)'))
    button.toggleAttribute('disabled', true);
  const reason = choice === 'deny' ? (item.querySelector('input')?.value.trim() ?? '') : '';
  return {
    kind: 'popup.decide',
    approval_id: approval,
    decision: choice,
    reason: reason === '' ? null : reason,
    always: always === 'true',
  };
}

const ANSWERS: readonly Decision[] = ['approve', 'deny', 'run_again', 'skip', 'tell'];

/** The choices give way to a panel, and come back. */
function showStep(item: HTMLElement, step: string): void {
  const choices = item.querySelector<HTMLElement>(':scope > .choices');
  if (choices !== null) choices.hidden = step !== 'back';
  for (const panel of item.querySelectorAll<HTMLElement>('[data-panel]')) {
    panel.hidden = panel.dataset['panel'] !== step;
    if (!panel.hidden) panel.querySelector<HTMLElement>('input, button')?.focus();
  }
  if (step === 'back') choices?.querySelector('button')?.focus();
}
