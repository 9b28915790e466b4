import type { VNode } from 'preact';

import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { decisionWord } from './answered.tsx';

interface ApprovalRowProps {
  readonly id: string;
  readonly marked: boolean;
  /** Null: this session may not answer, so there is nothing to mark for. */
  readonly onMark: (() => void) | null;
}

export function ApprovalRow({ id, marked, onMark }: ApprovalRowProps): VNode | null {
  const approval = useRow('approval', id);
  if (approval === undefined) return null;
  const { instruction, conversation_title: title, created_at: at, decision } = approval;
  const isOpen = decision === 'open';
  const action = instruction.action ?? word('action_unread');
  return (
    <>
      {onMark !== null && (
        <input
          type="checkbox"
          aria-label={word('approvals_mark', action)}
          checked={marked && isOpen}
          disabled={!isOpen}
          onClick={(event) => event.stopPropagation()}
          onChange={onMark}
        />
      )}
      <div class="two-lines grow" data-over={!isOpen}>
        <p>
          <code>{action}</code> <Risk risk={instruction.risk} />
          {!isOpen && <span class="soft small">{decisionWord(decision)}</span>}
        </p>
        <p class="soft small">
          <Visible text={title ?? word('untitled')} /> · <Time at={at} />
          {isOpen && approval.expires_at !== null && (
            <span>
              · {word('asked_until')} <Time at={approval.expires_at} />
            </span>
          )}
        </p>
      </div>
    </>
  );
}
