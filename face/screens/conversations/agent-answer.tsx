import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { Visible } from '../../../look/visible.tsx';
import { followAgent } from '../../api/agent-stream.ts';
import { Mark } from '../../parts/mark.tsx';
import { word } from '../../words/word.ts';
import { NOTHING_WRITTEN, type Worker, type Writing, writtenAfter } from './agent-writing.ts';

/** Drawn at most so often. */
const DRAW_MS = 100;

interface AgentAnswerProps {
  readonly conversation: string;
  /** Does the reply of a step stand among the messages? Then it is drawn there. */
  readonly stands: (messageId: string) => boolean;
}

/** The answer that an agent is writing, and the agents that work for it. */
export function AgentAnswer({ conversation, stands }: AgentAnswerProps): VNode {
  const { run, step, thought, text, calls, workers } = useWriting(conversation);
  const isDrawn = text + thought !== '' || calls.length > 0;
  return (
    <>
      {isDrawn && !stands(`${run}.${step}`) && (
        <article
          class="message"
          data-author="assistant"
          tabIndex={-1}
          aria-busy="true"
          aria-label={word('said_by_assistant')}
        >
          <header>
            <strong>{word('said_by_assistant')}</strong>
            <Mark tone="busy">{word('agent_writes')}</Mark>
          </header>
          {thought !== '' && (
            <details>
              <summary>{word('agent_thinks')}</summary>
              <p class="as-written soft">
                <Visible text={thought} />
              </p>
            </details>
          )}
          {text !== '' && (
            <p class="as-written">
              <Visible text={text} />
            </p>
          )}
          {calls.map(({ id, name }) => (
            <code key={id}>
              <Visible text={name} />
            </code>
          ))}
        </article>
      )}
      {workers.map((one) => (
        <WorkerCard key={one.call} worker={one} />
      ))}
    </>
  );
}

const STATES = { busy: 'agent_writes', good: 'action_succeeded', bad: 'action_failed' } as const;

/** An agent that works for another: open while it works. */
function WorkerCard({ worker: { name, text, state } }: { readonly worker: Worker }): VNode {
  return (
    <details class="action" open={state === 'busy'}>
      <summary>
        <code>
          <Visible text={name} />
        </code>
        <Mark tone={state}>{word(STATES[state])}</Mark>
      </summary>
      {text !== '' && (
        <p class="as-written">
          <Visible text={text} />
        </p>
      )}
    </details>
  );
}

function useWriting(conversation: string): Writing {
  const [shown, show] = useState(NOTHING_WRITTEN);
  useEffect(() => {
    const ended = new AbortController();
    let writing = NOTHING_WRITTEN;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void followAgent(
      conversation,
      (chunk) => {
        writing = writtenAfter(writing, chunk);
        timer ??= setTimeout(() => {
          timer = undefined;
          show(writing);
        }, DRAW_MS);
      },
      ended.signal,
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [conversation]);
  return shown;
}
