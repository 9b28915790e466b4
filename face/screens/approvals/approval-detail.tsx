import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { shownParams } from '../../../shared/lib/shown-params.ts';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Mark } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../parts/visible.tsx';
import { draftOf } from '../../store/drafts.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useDeed, useRow, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface DetailProps {
  readonly id: string;
  readonly onAnswered: () => void;
}

/** One action that waits: who asks for what, and the answers there are. */
export function ApprovalDetail({ id, onAnswered }: DetailProps): VNode {
  const { state, again } = useAnswer('getApproval', { params: { id } });
  const newest = useRow('approval', id);
  return (
    <Block state={state} again={again}>
      {(approval) => <Asked approval={newest ?? approval} onAnswered={onAnswered} />}
    </Block>
  );
}

type Decision = 'approve' | 'deny' | 'run_again' | 'skip' | 'tell';

function Asked({
  approval,
  onAnswered,
}: {
  readonly approval: Kinds['approval'];
  readonly onAnswered: () => void;
}): VNode {
  const { approval_id: id, instruction, conversation_title: title } = approval;
  const [denying, setDenying] = useState(false);
  const reason = draftOf(`deny ${id}`);
  const deed = useDeed();
  const toast = useToast();
  const isOpen = approval.decision === 'open';
  const isPermission = approval.kind === 'permission';

  async function answer(decision: Decision): Promise<void> {
    const said = decision === 'deny' && reason.value !== '' ? reason.value : null;
    const answered = await deed.run('answerApproval', {
      params: { id },
      body: { decision, reason: said },
    });
    if (answered?.ok !== true) return;
    reason.value = '';
    toast({
      text: word(`answered_${decision}`),
      tone: 'good',
      link: { href: `/trail?subject=${encodeURIComponent(id)}`, text: word('place_trail') },
    });
    onAnswered();
  }

  useKeys(
    'place_approvals',
    isOpen && isPermission
      ? [
          { keys: 'y', says: 'allow', run: () => void answer('approve') },
          { keys: 'd', says: 'deny', run: () => setDenying(true) },
        ]
      : [],
  );

  const params = shownParams(JSON.stringify(instruction.params)) ?? [];
  const doing = deed.doing.value;
  return (
    <section class="card" aria-label={instruction.action ?? word('action_unread')}>
      <header class="asked">
        <h2>
          <code>{instruction.action ?? word('action_unread')}</code>
        </h2>
        <Risk risk={instruction.risk} />
      </header>
      <p class="soft">
        {word('asked_in')}{' '}
        <a href={`/conversations/${approval.local_conversation_id}`}>
          <Visible text={title ?? word('untitled')} />
        </a>{' '}
        · <Time at={approval.created_at} />
      </p>
      {approval.quoted && <p>{word('asked_quoted')}</p>}
      {!isPermission && <p>{word('asked_unknown')}</p>}
      <dl class="params">
        {params.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <pre>{value}</pre>
            </dd>
          </div>
        ))}
      </dl>
      {params.length === 0 && <p class="soft">{word('no_params')}</p>}
      {!isOpen && (
        <Mark tone={approval.decision === 'approved' ? 'good' : 'soft'}>
          {word('answered_already', approval.decision, approval.decided_by ?? '')}
        </Mark>
      )}
      {isOpen && isPermission && !denying && (
        <div class="buttons">
          <DeedButton deed={deed} hint="y" onPress={() => void answer('approve')}>
            {word('allow')}
          </DeedButton>
          <button type="button" class="bad" onClick={() => setDenying(true)}>
            {word('deny')}
            <kbd aria-hidden="true">d</kbd>
          </button>
        </div>
      )}
      {isOpen && denying && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void answer('deny');
          }}
        >
          <label>
            {word('deny_reason')}
            <textarea
              autoFocus
              maxLength={2000}
              value={reason.value}
              onInput={(event) => (reason.value = event.currentTarget.value)}
            />
          </label>
          <div class="buttons">
            <DeedButton deed={deed} kind="bad" onPress={() => void answer('deny')}>
              {word('deny')}
            </DeedButton>
            <button type="button" class="plain" onClick={() => setDenying(false)}>
              {word('cancel')}
            </button>
          </div>
        </form>
      )}
      {isOpen && !isPermission && (
        <div class="buttons">
          {(['run_again', 'skip', 'tell'] as const).map((decision) => (
            <DeedButton
              key={decision}
              deed={deed}
              kind={decision === 'run_again' ? 'main' : 'plain'}
              onPress={() => void answer(decision)}
            >
              {word(`unknown_${decision}`)}
            </DeedButton>
          ))}
        </div>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </section>
  );
}
