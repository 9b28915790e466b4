import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import { ActionLooks } from '../../parts/action-looks.tsx';
import { Block } from '../../parts/block.tsx';
import { ConversationName } from '../../parts/conversation-name.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { InstructionMark } from '../../parts/instruction-mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useDeed, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import './action.css';
import { ActionArtifacts } from './action-artifacts.tsx';
import { ActionTimes } from './action-times.tsx';
import { ActionTrail } from './action-trail.tsx';
import { ActionWhy } from './action-why.tsx';

type Instruction = Kinds['instruction'];

/** One action, whole: what it says, what came of it, and all that happened to it. */
export function Action(): VNode {
  const { id } = useRoute().params;
  return id === undefined ? <p class="empty">{word('not_here_text')}</p> : <Found id={id} />;
}

function Found({ id }: { readonly id: string }): VNode {
  const { state, again } = useAnswer('getInstruction', { params: { id } });
  const newest = useRow('instruction', id);
  return (
    <Block state={state} again={again} of={id}>
      {(instruction) => <Whole instruction={newest ?? instruction} />}
    </Block>
  );
}

function Whole({ instruction }: { readonly instruction: Instruction }): VNode {
  const { instruction_id: id, action, result, error, local_conversation_id } = instruction;
  return (
    <div class="whole-action">
      <section class="card" aria-label={action ?? word('action_unread')}>
        <header class="asked">
          <h2>
            <code>{action ?? word('action_unread')}</code>
          </h2>
          <Risk risk={instruction.risk} />
          <InstructionMark status={instruction.status} />
        </header>
        <p class="soft">
          {word('asked_in')} <ConversationName id={local_conversation_id} />
        </p>
        <ActionTimes instruction={instruction} />
        <ActionLooks instruction={instruction} />
        <Ways instruction={instruction} />
      </section>
      {(result !== null || error !== null) && (
        <section class="card" aria-label={word('action_result')}>
          <h2>{word('action_result')}</h2>
          {error !== null && <Problem error={error} />}
          {result !== null && (
            <pre tabIndex={0}>
              <Visible text={result.format === 'json' ? indented(result.text) : result.text} />
            </pre>
          )}
        </section>
      )}
      <ActionWhy instructionId={id} />
      <ActionArtifacts instructionId={id} conversation={local_conversation_id} />
      <ActionTrail instructionId={id} />
    </div>
  );
}

/** Steps that a person can still take. */
function Ways({ instruction }: { readonly instruction: Instruction }): VNode | null {
  const { instruction_id: id, status } = instruction;
  const deed = useDeed();
  const may = useMay('answer');
  const doing = deed.doing.value;
  const isOver = status === 'succeeded' || status === 'failed';
  if (isOver) return null;
  return (
    <>
      <div class="buttons">
        {(status === 'awaiting_approval' || status === 'outcome_unknown') && (
          <Waiting instruction={instruction} />
        )}
        {may && status !== 'outcome_unknown' && (
          <DeedButton
            deed={deed}
            kind="plain"
            onPress={() => void deed.run('cancelInstruction', { params: { id } })}
          >
            {word('cancel_action')}
          </DeedButton>
        )}
      </div>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}

/** Where it is answered. */
function Waiting({ instruction }: { readonly instruction: Instruction }): VNode | null {
  const { local_conversation_id: conversation, instruction_id: id } = instruction;
  const query = { conversation, decision: 'open', limit: 200 } as const;
  const { state } = useAnswer('listApprovals', { query });
  const approval = state.value.data?.items.find((one) => one.instruction.instruction_id === id);
  if (approval === undefined) return null;
  return (
    <a class="button" href={`/approvals/${approval.approval_id}`}>
      {word('action_answer')}
    </a>
  );
}

/** JSON as a program wrote it, with its lines; text that only claims to be JSON stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
