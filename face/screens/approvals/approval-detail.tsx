import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { ActionLooks } from '../../parts/action-looks.tsx';
import { Block } from '../../parts/block.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { AnswerBar } from './answer-bar.tsx';
import { Answered } from './answered.tsx';
import { AskedWhy } from './asked-why.tsx';
import { Changes } from './changes.tsx';
import { UnknownAnswers } from './unknown-answers.tsx';

interface DetailProps {
  readonly id: string;
  readonly onAnswered: () => void;
}

/** One action that waits: who asks for what, and the answers there are. */
export function ApprovalDetail({ id, onAnswered }: DetailProps): VNode {
  const { state, again } = useAnswer('getApproval', { params: { id } });
  const newest = useRow('approval', id);
  return (
    <Block state={state} again={again} of={id}>
      {(approval) => <Asked approval={newest ?? approval} onAnswered={onAnswered} />}
    </Block>
  );
}

function Asked({
  approval,
  onAnswered,
}: {
  readonly approval: Kinds['approval'];
  readonly onAnswered: () => void;
}): VNode {
  const { instruction, conversation_title: title, kind, quoted, expires_at: until } = approval;
  const { tool_changed: changed, may_leak: leaks, second_reply: isSecond } = approval;
  const isOpen = approval.decision === 'open';
  const preview = useAnswer('getApprovalPreview', { params: { id: approval.approval_id } });
  const { data, error } = preview.state.value;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // After an answer the focus is nowhere: the one that came next has it.
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  return (
    <section
      ref={section}
      class="card"
      tabIndex={-1}
      aria-label={instruction.action ?? word('action_unread')}
    >
      <header class="asked">
        <h2>
          <code>{instruction.action ?? word('action_unread')}</code>
        </h2>
        <Risk risk={instruction.risk} />
        <a class="small" href={`/actions/${instruction.instruction_id}`}>
          {word('action_whole')}
        </a>
      </header>
      <p class="soft">
        {word('asked_in')}{' '}
        <a href={`/conversations/${approval.local_conversation_id}`}>
          <Visible text={title ?? word('untitled')} />
        </a>{' '}
        · <Time at={approval.created_at} />
        {isOpen && until !== null && (
          <>
            {' '}
            · {word('asked_until')} <Time at={until} />
          </>
        )}
      </p>
      {isOpen && kind === 'permission' ? (
        <AskedWhy instructionId={instruction.instruction_id} tool={instruction.action} />
      ) : (
        <>
          {quoted && <p>{word('asked_quoted')}</p>}
          {changed && <p>{word('why_asked_tool_changed')}</p>}
          {leaks && <p>{word('why_asked_may_leak')}</p>}
          {isSecond && <p>{word('why_asked_second_reply')}</p>}
        </>
      )}
      {kind === 'outcome_unknown' && isOpen && <p>{word('asked_unknown')}</p>}
      <Looks instruction={instruction} preview={preview} />
      {!isOpen && <Answered approval={approval} />}
      {kind === 'permission' ? (
        <AnswerBar
          approval={approval}
          isShown={data !== undefined || error !== null}
          onAnswered={onAnswered}
        />
      ) : (
        isOpen && <UnknownAnswers approval={approval} onAnswered={onAnswered} />
      )}
    </section>
  );
}

/** The action's changes where they are known, and its content. */
function Looks({
  instruction,
  preview: { state, again },
}: {
  readonly instruction: Kinds['instruction'];
  readonly preview: ReturnType<typeof useAnswer<'getApprovalPreview'>>;
}): VNode {
  return (
    <>
      <Block state={state} again={again}>
        {(preview) =>
          preview.kind === 'params' ? (
            <ActionLooks instruction={instruction} />
          ) : (
            <ActionLooks
              instruction={instruction}
              first={{
                id: 'changes',
                says: 'asked_changes',
                draw: () => <Changes preview={preview} />,
              }}
            />
          )
        }
      </Block>
      {state.value.data === undefined && state.value.error !== null && (
        <ActionLooks instruction={instruction} />
      )}
    </>
  );
}
