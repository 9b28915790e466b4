import { ERROR_CODES } from '../../shared/model/error-codes.ts';
import { renderKeyed } from '../ui/keyed-list.ts';
import { makeElement } from '../ui/make-element.ts';
import type { FailedDelivery } from '../messages/popup-messages.ts';
import { word } from '../i18n/words.ts';
import { failureWords } from './failure-words.ts';
import { showPlace } from './show-place.ts';

const CHOICES = ['retry', 'copy', 'dismiss'] as const;

/** What a person may do about a delivery that failed. */
export interface FailureChoice {
  readonly job_id: string;
  readonly choice: (typeof CHOICES)[number];
  /** Says in the item what came of it. */
  readonly say: (text: string) => void;
}

/** Shows deliveries that failed until each is put aside, in all conversations. */
export function renderFailures(list: HTMLElement, failures: readonly FailedDelivery[]): void {
  const keyOf = ({ job_id, error_code, is_here }: FailedDelivery): string =>
    JSON.stringify([job_id, error_code, is_here]);
  renderKeyed(list, failures, keyOf, failureItem);
}

function failureItem(failure: FailedDelivery): HTMLElement {
  const { meaning, remedy } = failureWords(failure);
  const buttons = CHOICES.filter((choice) => choice !== 'retry' || mayRetry(failure)).map(
    (choice) => {
      const button = makeElement('button', { text: word(`failure_${choice}`) });
      button.type = 'button';
      button.dataset['job'] = failure.job_id;
      button.dataset['choice'] = choice;
      return button;
    },
  );
  const outcome = makeElement('p', { className: 'soft' });
  outcome.setAttribute('role', 'status');
  return makeElement('li', {}, [
    makeElement('p', { className: 'top' }, [showPlace(failure)]),
    makeElement('p', { className: 'meaning', text: meaning }),
    makeElement('p', { className: 'soft', text: remedy }),
    makeElement('div', { className: 'choices' }, buttons),
    outcome,
  ]);
}

/** Its message is not in the conversation already. */
function mayRetry({ error_code: code }: FailedDelivery): boolean {
  return code !== null && ERROR_CODES[code].retry !== 'never';
}

/** What a click asks for; null: it was no button of a failure. A failure that is tried again, or put aside, rests. */
export function failureChoice(target: EventTarget | null): FailureChoice | null {
  if (!(target instanceof HTMLButtonElement)) return null;
  const { job: job_id, choice: named } = target.dataset;
  const choice = CHOICES.find((one) => one === named);
  const item = target.closest('li');
  if (job_id === undefined || choice === undefined || item === null) return null;
  if (choice !== 'copy')
    for (const button of item.querySelectorAll('button[data-job]'))
      button.toggleAttribute('disabled', true);
  const say = (text: string): void => {
    const outcome = item.querySelector('[role=status]');
    if (outcome !== null) outcome.textContent = text;
  };
  return { job_id, choice, say };
}
