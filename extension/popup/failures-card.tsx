import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { ERROR_CODES } from '../../shared/model/error-codes.ts';
import { counted, word } from '../i18n/words.ts';
import type { FailedDelivery } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { failureWords } from './failure-words.ts';
import { PlaceName } from './place-name.tsx';
import { useSteadyClicks } from './steady-clicks.ts';

interface FailuresCardProps {
  readonly failures: readonly FailedDelivery[];
}

/** Deliveries that failed until each is put aside, in all conversations. */
export function FailuresCard({ failures }: FailuresCardProps): VNode {
  const list = useSteadyClicks<HTMLUListElement>();
  return (
    <section id="failures" class="card" aria-labelledby="failures-title">
      <h2 id="failures-title">{counted('failures_title', failures.length)}</h2>
      <ul ref={list} id="failure-list" class="actions">
        {failures.map((failure) => {
          const { job_id, error_code, is_here } = failure;
          return (
            <FailureItem key={JSON.stringify([job_id, error_code, is_here])} failure={failure} />
          );
        })}
      </ul>
    </section>
  );
}

/** One that is tried again, or put aside, rests until it goes. */
function FailureItem({ failure }: { readonly failure: FailedDelivery }): VNode {
  const { job_id } = failure;
  const { meaning, remedy } = failureWords(failure);
  const ask = useAsk();
  const [isResting, setResting] = useState(false);
  const [outcome, setOutcome] = useState('');

  async function end(kind: 'popup.retry' | 'popup.dismiss'): Promise<void> {
    setResting(true);
    await ask({ kind, job_id });
  }

  async function copy(): Promise<void> {
    const { text } = await ask({ kind: 'popup.text', job_id });
    if (text === null) return setOutcome(word('failure_not_copied'));
    await navigator.clipboard.writeText(text);
    setOutcome(word('failure_copied'));
  }

  const choices = [
    ...(mayRetry(failure) ? [['retry', () => end('popup.retry')] as const] : []),
    ['copy', copy] as const,
    ['dismiss', () => end('popup.dismiss')] as const,
  ];
  return (
    <li>
      <p class="top">
        <PlaceName place={failure} />
      </p>
      <p class="meaning">{meaning}</p>
      <p class="soft">{remedy}</p>
      <div class="choices">
        {choices.map(([choice, act]) => (
          <button
            key={choice}
            type="button"
            data-job={job_id}
            data-choice={choice}
            disabled={isResting}
            onClick={() => void act().catch(reportError)}
          >
            {word(`failure_${choice}`)}
          </button>
        ))}
      </div>
      <p class="soft" role="status">
        {outcome}
      </p>
    </li>
  );
}

/** Returns whether a retry is allowed: the message is not in the conversation already. */
function mayRetry({ error_code: code }: FailedDelivery): boolean {
  return code !== null && ERROR_CODES[code].retry !== 'never';
}
