import type { ResponseOf } from '../../../shared/api/operations.ts';
import { type WordKey, word } from '../../words/word.ts';

type Agent = Pick<ResponseOf<'listAgents'>['items'][number], 'agent_id' | 'source' | 'description'>;

/** Purposes of the built-in agents. */
const ABOUT: Readonly<Partial<Record<string, WordKey>>> = {
  assistant: 'agent_about_assistant',
  orchestrator: 'agent_about_orchestrator',
  project: 'agent_about_project',
  research: 'agent_about_research',
  time: 'agent_about_time',
};

/** Returns an agent's purpose, in the words of the person who wrote the agent, if one did. */
export function agentAbout({ agent_id: id, source, description }: Agent): string {
  const key = source === 'built_in' ? ABOUT[id] : undefined;
  return key === undefined ? description : word(key);
}
