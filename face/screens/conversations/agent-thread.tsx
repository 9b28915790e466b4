import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';

import type { ApiError } from '../../../shared/api/operation.ts';
import { answerAgain } from '../../api/agent-stream.ts';
import { useSure } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation, Kinds } from '../../store/rows.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { AgentAnswer } from './agent-answer.tsx';
import { branchOf, type Versions } from './branch.ts';
import { Thread } from './thread.tsx';

interface AgentThreadProps {
  readonly conversation: Conversation;
  readonly waits: readonly Kinds['approval'][];
  /** Id of the run that writes now; null: none does. */
  readonly writes: string | null;
}

/** Messages of a conversation with an agent, on the branch that the next turn follows, and the answer being written. */
export function AgentThread({ conversation, waits, writes }: AgentThreadProps): VNode {
  const { local_conversation_id: id } = conversation;
  const path = useAnswer('listAgentMessages', { params: { id } }).state.value.data?.items;
  const branch = useMemo(() => path && branchOf(path, writes), [path, writes]);
  const answered = branch?.answered ?? null;
  return (
    <Thread
      conversation={conversation}
      waits={waits}
      shows={branch?.has}
      beside={(message) => {
        const versions = branch?.versionsOf(message) ?? null;
        return versions && <Versioned conversation={id} versions={versions} />;
      }}
      below={(stands) => (
        <>
          {writes !== null && <AgentAnswer key={writes} conversation={id} stands={stands} />}
          {answered !== null && <Again key={answered} conversation={id} answered={answered} />}
        </>
      )}
    />
  );
}

interface VersionedProps {
  readonly conversation: string;
  readonly versions: Versions;
}

/** Which of several it is, and the way to the others. */
function Versioned({ conversation: id, versions: { ids, at } }: VersionedProps): VNode {
  const mayAnswer = useMay('answer');
  const deed = useDeed();
  const doing = deed.doing.value;
  const step = (by: 1 | -1, glyph: string, says: string): VNode => {
    const to = ids[at + by];
    return (
      <button
        type="button"
        class="link"
        aria-label={says}
        disabled={to === undefined || doing.kind === 'waiting'}
        onClick={() =>
          void deed.run('setAgentHead', { params: { id }, body: { message_id: to ?? '' } })
        }
      >
        {glyph}
      </button>
    );
  };
  return (
    <span class="versions soft small number">
      {mayAnswer && step(-1, '‹', word('version_before'))}
      {word('version_of', at + 1, ids.length)}
      {mayAnswer && step(1, '›', word('version_after'))}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </span>
  );
}

interface AgainProps {
  readonly conversation: string;
  /** The answer that another one stands beside afterwards. */
  readonly answered: string;
}

function Again({ conversation, answered }: AgainProps): VNode | null {
  const mayAnswer = useMay('answer');
  const [isAsked, ask] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { sure, question } = useSure();
  /** Pressed again after an error, it is the same wish. */
  const key = useRef(crypto.randomUUID());
  if (!mayAnswer) return null;

  async function again(): Promise<void> {
    ask(true);
    const failed = await answerAgain(conversation, answered, key.current);
    setError(failed);
    ask(failed === null);
  }

  return (
    <div class="buttons">
      <button
        type="button"
        class="plain"
        disabled={isAsked}
        onClick={() => sure(() => void again())}
      >
        {word('answer_again')}
      </button>
      {error !== null && <Problem error={error} />}
      {question}
    </div>
  );
}
