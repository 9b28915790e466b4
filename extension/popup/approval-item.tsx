import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { visibleText } from '../../shared/lib/visible-text.ts';
import { word } from '../i18n/words.ts';
import type { PopupMessage, WaitingApproval, Work } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { Phrase } from '../ui/phrase.tsx';
import { ActionParams, actionName, isWhole } from './action-params.tsx';
import { PlaceName } from './place-name.tsx';
import { SubjectLines } from './subject-lines.tsx';

/** Decisions that a person may make with one click, by kind of question. */
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

/** One question. Its buttons rest from a click until the conductor has heard, and it goes. */
export function ApprovalItem({
  approval,
  work,
}: {
  readonly approval: WaitingApproval;
  readonly work: Work;
}): VNode {
  const {
    approval_id,
    kind,
    action,
    risk,
    quoted = false,
    tool_changed: isChanged = false,
    may_leak: mayLeak = false,
    second_reply: isSecond = false,
    subject,
  } = approval;
  const isStep = subject?.kind === 'person_step';
  const ask = useAsk();
  const [isAnswered, setAnswered] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const [reason, setReason] = useState('');
  const item = useFocusOfStep(step);
  const name = actionName(action);
  // A call of a page or terminal is judged anew each time: no rule is made of it here.
  const isOnce = quoted || isChanged || mayLeak || isSecond || subject !== undefined;
  const steps = kind === 'permission' ? STEPS.filter((one) => one === 'deny' || !isOnce) : [];

  function answer(decision: Decision, always = false): void {
    setAnswered(true);
    const said = decision === 'deny' ? reason.trim() : '';
    const rest = { approval_id, decision, reason: said === '' ? null : said, always };
    ask({ kind: 'popup.decide', ...rest }).catch(reportError);
  }

  /** `says` is what it gives or leads to. */
  function buttonOf(says: Decision | Step, text: string, details: ButtonDetails): VNode {
    return (
      <button
        key={text}
        type="button"
        disabled={isAnswered || (RUNS.includes(says) && !isWhole(approval))} // guard: seen-whole
        aria-label={word('approval_label', text, action)}
        {...details}
      >
        {text}
      </button>
    );
  }

  const answerButton = (decision: Decision, always = false): VNode => {
    const says = always ? 'always' : decision;
    const text = isStep && says === 'approve' ? 'approval_done' : (`approval_${says}` as const);
    return buttonOf(says, word(text), {
      'data-approval': approval_id,
      'data-decision': decision,
      'data-always': String(always),
      onClick: () => answer(decision, always),
    });
  };

  return (
    <li ref={item} data-risk={risk}>
      <p class="top">
        <PlaceName place={approval} />
        <span class="risk">{word(`risk_${risk}`)}</span>
      </p>
      <p>
        <Phrase
          text={
            isStep
              ? word('approval_person_step', visibleText(subject.words ?? ''))
              : word(kind === 'permission' ? 'approval_may_run' : 'approval_did_run', name)
          }
        />
      </p>
      {subject && <SubjectLines subject={subject} work={work} />}
      {quoted && (
        <p class="quoted">
          <Phrase text={word('approval_quoted')} />
        </p>
      )}
      {isChanged && (
        <p class="quoted">
          <Phrase text={word('approval_tool_changed')} />
        </p>
      )}
      {mayLeak && (
        <p class="quoted">
          <Phrase text={word('approval_may_leak')} />
        </p>
      )}
      {isSecond && (
        <p class="quoted">
          <Phrase text={word('approval_second_reply')} />
        </p>
      )}
      {!isStep && <ActionParams action={approval} />}
      {step === null && (
        <div class="choices">
          {CHOICES[kind].map((decision) => answerButton(decision))}
          {steps.map((one) =>
            buttonOf(one, word(`approval_${one}_step`), {
              'data-step': one,
              onClick: () => setStep(one),
            }),
          )}
        </div>
      )}
      {step === 'always' && (
        <Panel step={step} isAnswered={isAnswered} onBack={() => setStep(null)}>
          <p>
            <Phrase text={word('approval_always_means', name)} />
          </p>
          {answerButton('approve', true)}
        </Panel>
      )}
      {step === 'deny' && (
        <Panel step={step} isAnswered={isAnswered} onBack={() => setStep(null)}>
          <label>
            <span>{word('approval_reason')}</span>
            <input
              type="text"
              name="reason"
              maxLength={MAX_REASON_LENGTH}
              value={reason}
              onInput={({ currentTarget: { value } }) => setReason(value)}
            />
          </label>
          {answerButton('deny')}
        </Panel>
      )}
    </li>
  );
}

type ButtonDetails = Readonly<Record<`data-${string}`, string>> & { readonly onClick: () => void };

interface PanelProps {
  readonly step: Step;
  readonly isAnswered: boolean;
  readonly onBack: () => void;
  /** Text, and the button that gives the answer. */
  readonly children: readonly [ComponentChildren, ComponentChildren];
}

/** Shows the step that replaces the choices. */
function Panel({ step, isAnswered, onBack, children: [said, confirm] }: PanelProps): VNode {
  return (
    <div class="step" data-panel={step}>
      {said}
      <div class="choices">
        {confirm}
        <button type="button" data-step="back" disabled={isAnswered} onClick={onBack}>
          {word('approval_back')}
        </button>
      </div>
    </div>
  );
}

/** The focus goes where the step goes on, and back to the choices. */
function useFocusOfStep(step: Step | null) {
  const item = useRef<HTMLLIElement>(null);
  const before = useRef(step);
  useLayoutEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const place = step === null ? ':scope > .choices button' : '.step :is(input, button)';
    item.current?.querySelector<HTMLElement>(place)?.focus();
  }, [step]);
  return item;
}
