import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';
import { useAsk } from '../ui/ask.ts';

/** Puts the words that tell an assistant how to act into the page's composer. */
export function Briefing({ tabId }: { readonly tabId: number }): VNode {
  const ask = useAsk();
  const [isPutting, setPutting] = useState(false);
  const [outcome, setOutcome] = useState(() => word('brief_how'));
  async function put(): Promise<void> {
    setPutting(true);
    try {
      const answer = await ask({ kind: 'popup.brief', tab_id: tabId });
      const advice = answer.ok ? null : errorAdvice(answer.code);
      setOutcome(advice === null ? word('brief_done') : `${advice.meaning} ${advice.remedy}`);
    } finally {
      setPutting(false);
    }
  }
  return (
    <section id="brief" aria-label={word('brief')}>
      <button
        id="brief-put"
        type="button"
        class="quiet"
        disabled={isPutting}
        onClick={() => void put().catch(reportError)}
      >
        {word('brief')}
      </button>
      <p id="brief-outcome" class="soft" role="status">
        {outcome}
      </p>
    </section>
  );
}
