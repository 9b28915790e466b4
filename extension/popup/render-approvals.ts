import { shownParams } from '../../shared/lib/shown-params.ts';
import type { PopupConversation } from '../messages/popup-messages.ts';
import { withCode } from '../words/localise.ts';
import { language, word } from '../words/words.ts';

type Approval = NonNullable<PopupConversation['state']>['approvals'][number];

/** What a person may answer, by what they are asked. */
const CHOICES = {
  permission: ['approve', 'deny'],
  outcome_unknown: ['run_again', 'skip', 'tell'],
} as const satisfies Readonly<Record<Approval['kind'], readonly string[]>>;

export type Decision = (typeof CHOICES)[Approval['kind']][number];

/** Answers by which the action runs: not to be given before all of it can be seen. */
const RUNS: readonly Decision[] = ['approve', 'run_again'];
/** From here on a person is told how much there is to read, in UTF-16 units. */
const LONG = 600;

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
  const params = shownParams(approval.whole_params ?? approval.params);
  const buttons = element('div', '');
  buttons.className = 'choices';
  for (const decision of CHOICES[kind]) {
    const label = word(`approval_${decision}`);
    const button = element('button', label);
    button.type = 'button';
    button.dataset['approval'] = approval_id;
    button.dataset['decision'] = decision;
    button.disabled = params === null && RUNS.includes(decision);
    button.setAttribute('aria-label', word('approval_label', label, action));
    buttons.append(button);
  }
  const item = element('li', '');
  item.dataset['risk'] = risk;
  item.append(phrase(word(asked, action.replaceAll('`', "'"))));
  if (quoted) item.append(phrase(word('approval_quoted'), 'quoted'));
  item.append(...paramsOf(approval, params), buttons);
  return item;
}

/** All of them, above the buttons, and how much that is where it is much; or that they are not all here. */
function paramsOf(approval: Approval, params: ReturnType<typeof shownParams>): HTMLElement[] {
  const { length } = approval.whole_params ?? approval.params;
  const count = (approval.params_length ?? length).toLocaleString(language());
  if (params === null) return [phrase(word('approval_too_long', count), 'length')];
  if (params.length === 0) return [phrase(word('approval_no_params'), 'length')];
  const given = element('dl', '');
  for (const { name, value } of params) {
    const row = element('div', '');
    row.append(element('dt', name), element('dd', value));
    given.append(row);
  }
  return length < LONG ? [given] : [phrase(word('approval_length', count), 'length'), given];
}

function phrase(text: string, className = ''): HTMLElement {
  const made = element('p', '');
  made.className = className;
  made.append(...withCode(document, text));
  return made;
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
