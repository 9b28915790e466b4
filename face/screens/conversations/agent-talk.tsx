import type { VNode } from 'preact';

import { useMay } from '../../store/may.ts';
import type { Conversation, Kinds } from '../../store/rows.ts';
import { AgentRun, useNewestRun } from './agent-run.tsx';
import { AgentThread } from './agent-thread.tsx';
import { Composer } from './composer.tsx';

/** Status of the newest run: in `WRITES` it writes, in `HEARS` it reads messages sent meanwhile. */
const WRITES: readonly string[] = ['running', 'waiting_model', 'stopping'];
const HEARS: readonly string[] = ['running', 'waiting_model', 'waiting_person'];

interface AgentTalkProps {
  readonly conversation: Conversation;
  readonly waits: readonly Kinds['approval'][];
}

/** A conversation with an agent: what was said, what it writes, how its work stands, and what can be said now. */
export function AgentTalk({ conversation, waits }: AgentTalkProps): VNode {
  const { local_conversation_id: id } = conversation;
  const run = useNewestRun(id);
  const mayAnswer = useMay('answer');
  const among = (states: readonly string[]): string | null =>
    run !== undefined && states.includes(run.status) ? run.run_id : null;
  return (
    <>
      <AgentThread conversation={conversation} waits={waits} writes={among(WRITES)} />
      <AgentRun conversation={id} />
      {mayAnswer && <Composer conversation={conversation} steers={among(HEARS)} />}
    </>
  );
}
