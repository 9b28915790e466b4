import type { VNode } from 'preact';

import { Mark, type Tone } from '../../parts/mark.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { draftOf } from '../../store/drafts.ts';
import type { Kinds } from '../../store/rows.ts';
import { type WordKey, word } from '../../words/word.ts';

const TONES: { readonly [Decision in Kinds['approval']['decision']]?: Tone } = {
  approved: 'good',
  run_again: 'good',
  denied: 'bad',
};

const SURFACES: Readonly<Record<string, WordKey>> = {
  popup: 'by_popup',
  face: 'by_face',
  cli: 'by_cli',
  http: 'by_http',
  mcp: 'by_mcp',
};

/** Who answered, where, when and with which words; and what was being written here when that came. */
export function Answered({ approval }: { readonly approval: Kinds['approval'] }): VNode {
  const { approval_id: id, decision, decided_by: by, decided_at: at, reason } = approval;
  const mine = draftOf(`deny ${id}`).value;
  const where = by === null ? undefined : SURFACES[by];
  return (
    <div class="stack answered" role="status">
      <p>
        <Mark tone={TONES[decision] ?? 'soft'}>{decisionWord(decision)}</Mark>{' '}
        {where !== undefined && word(where)} {at !== null && <Time at={at} />}
      </p>
      {reason !== null && (
        <blockquote>
          <Visible text={reason} />
        </blockquote>
      )}
      {mine !== '' && mine !== reason && (
        <div class="buttons">
          <span class="soft">{word('answered_meanwhile')}</span>
          <button
            type="button"
            class="plain"
            onClick={() => void navigator.clipboard.writeText(mine)}
          >
            {word('copy')}
          </button>
        </div>
      )}
    </div>
  );
}

export function decisionWord(decision: Kinds['approval']['decision']): string {
  return word(`decision_${decision}`);
}
