import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { visibleText } from '../../shared/lib/visible-text.ts';
import { errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';
import type { WaitingApproval } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { isProgram, PlaceName } from './place-name.tsx';
import type { PopupTab } from './popup-tab.ts';

interface GrantQuestionProps {
  readonly approval: WaitingApproval;
  readonly tab: PopupTab;
}

/** The approval asks for a grant that only the popup can give; what a worker's page asks is answered like any other. */
export function isGivenByPopup({ subject }: WaitingApproval): boolean {
  return subject?.kind === 'grant' && subject.given_by !== 'answer';
}

/** A chat or a program asks to read or act on a site: one press asks the browser for its permission, and then gives Baton's grant. */
export function GrantQuestion({ approval, tab }: GrantQuestionProps): VNode {
  const { approval_id, risk, subject } = approval;
  const ask = useAsk();
  const [isAnswered, setAnswered] = useState(false);
  const [outcome, setOutcome] = useState('');
  const level = subject?.level ?? 'act';
  const told = subject?.origin ?? '';
  const site = URL.canParse(told) ? new URL(told) : null;
  // What is shown is what is given.
  const origin = site?.origin ?? told;
  const words = level === 'act' ? 'grant_wants_act' : 'grant_wants_read';
  // A program comes back under another id: what is its own ends with it.
  const always = isProgram(approval) ? 'grant_always_all' : 'grant_always';

  async function allow(until: 'session' | 'always'): Promise<void> {
    if (site === null || subject === undefined) return;
    setOutcome('');
    // First of all, while the press counts: the browser asks the person.
    if (!(await tab.letWork(site))) {
      setOutcome(word('work_refused'));
      return;
    }
    const isForAll = until === 'always' && isProgram(approval);
    const chat_session_id = isForAll ? null : subject.chat_session_id;
    const wish = { origin: site.origin, chat_session_id, level, until } as const;
    const answer = await ask({ kind: 'popup.allow_work', ...wish });
    if (answer.ok) setAnswered(true);
    else setOutcome(errorAdvice(answer.code).meaning);
  }

  function deny(): void {
    setAnswered(true);
    const said = { approval_id, decision: 'deny', reason: null, always: false } as const;
    ask({ kind: 'popup.decide', ...said }).catch(reportError);
  }

  const button = (text: string, grant: string, press: () => void): VNode => (
    <button
      type="button"
      disabled={isAnswered || (grant !== 'deny' && site === null)}
      data-approval={approval_id}
      data-grant-until={grant}
      aria-label={word('work_tab_label', text, visibleText(origin))}
      onClick={press}
    >
      {text}
    </button>
  );
  return (
    <li data-risk={risk}>
      <p class="top">
        <PlaceName place={approval} />
        <span class="risk">{word(`risk_${risk}`)}</span>
      </p>
      <p>{word(words, visibleText(origin))}</p>
      <div class="choices">
        {button(word('grant_session'), 'session', () => void allow('session').catch(reportError))}
        {button(word(always), 'always', () => void allow('always').catch(reportError))}
        {button(word('grant_deny'), 'deny', deny)}
      </div>
      <p role="alert">{outcome}</p>
    </li>
  );
}
