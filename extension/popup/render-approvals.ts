import { make } from '../look/make.ts';
import type { PopupConversation } from '../messages/popup-messages.ts';
import { word } from '../words/words.ts';
import { actionName, isWhole, phrase, showParams } from './show-action.ts';

type Approval = NonNullable<PopupConversation['state']>['approvals'][number];

/** What a person may answer, by what they are asked. */
const CHOICES = {
  permission: ['approve', 'deny'],
  outcome_unknown: ['run_again', 'skip', 'tell'],
} as const satisfies Readonly<Record<Approval['kind'], readonly string[]>>;

export type Decision = (typeof CHOICES)[Approval['kind']][number];

/** Answers by which the action runs: not to be given before all of it can be seen. */
const RUNS: readonly Decision[] = ['approve', 'run_again'];

/** Shows what waits for the person. Built anew only when something else waits: a button in use keeps its focus. */
export function renderApprovals(list: HTMLElement, approvals: readonly Approval[]): void {
  const shown = JSON.stringify(approvals.map(({ approval_id, kind }) => [approval_id, kind]));
  if (list.dataset['shown'] === shown) return;
  list.dataset['shown'] = shown;
  list.replaceChildren(...approvals.map((approval) => approvalItem(approval)));
}

function approvalItem(approval: Approval): HTMLElement {
  const { approval_id, kind, action, risk, quoted = false } = approval;
  const asked = kind === 'permission' ? 'approval_may_run' : 'approval_did_run';
  const buttons = make('div', { className: 'choices' });
  for (const decision of CHOICES[kind]) {
    const text = word(`approval_${decision}`);
    const button = make('button', { text });
    button.type = 'button';
    button.dataset['approval'] = approval_id;
    button.dataset['decision'] = decision;
    button.disabled = RUNS.includes(decision) && !isWhole(approval);
    button.setAttribute('aria-label', word('approval_label', text, action));
    buttons.append(button);
  }
  const item = make('li');
  item.dataset['risk'] = risk;
  item.append(phrase(word(asked, actionName(action))));
  if (quoted) item.append(phrase(word('approval_quoted'), 'quoted'));
  item.append(...showParams(approval), buttons);
  return item;
}

/** The answer a click gives; the item's buttons rest until the conductor has heard. Null: it was no answer. */
export function answerOf(
  target: EventTarget | null,
): { readonly approval_id: string; readonly decision: Decision } | null {
  if (!(target instanceof HTMLButtonElement)) return null;
  const { approval, decision } = target.dataset;
  const choice = Object.values(CHOICES)
    .flat()
    .find((name) => name === decision);
  if (approval === undefined || choice === undefined) return null;
  for (const button of target.parentElement?.querySelectorAll('button') ?? [])
    button.disabled = true;
  return { approval_id: approval, decision: choice };
}
