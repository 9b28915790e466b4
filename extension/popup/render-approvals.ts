import type { PopupConversation } from '../messages/popup-messages.ts';
import { withCode } from '../words/localise.ts';
import { word } from '../words/words.ts';

type Approval = NonNullable<PopupConversation['state']>['approvals'][number];

/** What a person may answer, by what they are asked. */
const CHOICES = {
  permission: ['approve', 'deny'],
  outcome_unknown: ['run_again', 'skip', 'tell'],
} as const satisfies Readonly<Record<Approval['kind'], readonly string[]>>;

export type Decision = (typeof CHOICES)[Approval['kind']][number];

/** Shows what waits for the person. Built anew only when something else waits: a button in use keeps its focus. */
export function renderApprovals(list: HTMLElement, approvals: readonly Approval[]): void {
  const shown = JSON.stringify(approvals.map(({ approval_id, kind }) => [approval_id, kind]));
  if (list.dataset['shown'] === shown) return;
  list.dataset['shown'] = shown;
  list.replaceChildren(...approvals.map((approval) => approvalItem(approval)));
}

function approvalItem({ approval_id, kind, action, params, risk }: Approval): HTMLElement {
  const question = element('p', '');
  const asked = kind === 'permission' ? 'approval_may_run' : 'approval_did_run';
  question.append(...withCode(document, word(asked, action.replaceAll('`', "'"))));
  const given = element('pre', params);
  given.tabIndex = 0;
  const buttons = element('div', '');
  buttons.className = 'choices';
  for (const decision of CHOICES[kind]) {
    const label = word(`approval_${decision}`);
    const button = element('button', label);
    button.type = 'button';
    button.dataset['approval'] = approval_id;
    button.dataset['decision'] = decision;
    button.setAttribute('aria-label', word('approval_label', label, action));
    buttons.append(button);
  }
  const item = element('li', '');
  item.dataset['risk'] = risk;
  item.append(question, given, buttons);
  return item;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
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
