import { rounded } from '../median.ts';
import { startAgents } from './start-agents.ts';

const WORDS = 2_000;

export interface WorkerResult {
  /** All that a client of the asking run is sent, of which a worker's 2,000 words are the most. */
  readonly stream_kb: number;
  /** Size of the words alone. */
  readonly words_kb: number;
}

/** A worker says 2,000 words, calls a tool, and answers. */
export async function measureWorker(): Promise<WorkerResult> {
  const agents = await startAgents();
  const words = Array.from({ length: WORDS }, (_, at) => `word${at}`).join(' ');
  const task = { name: 'time', task: 'Tell.', scope: 'all' };
  agents.say = ({ tools = [], messages }) => {
    const isFirst = messages.at(-1)?.role === 'user';
    if (tools.some(({ function: { name } }) => name === 'agent__sub-agent'))
      return isFirst ? { calls: [['agent__sub-agent', JSON.stringify(task)]] } : { text: 'Done.' };
    return isFirst
      ? { text: words, calls: [['conductor__time', '{}']] }
      : { text: JSON.stringify({ summary: 'Told.', evidence: [] }) };
  };
  try {
    const session = await agents.open('orchestrator');
    const { reply } = await agents.turn(session, 'Go.');
    if (reply?.text !== 'Done.') throw new Error('The run has not ended as it was to.');
    const [row] = agents.conductor.query(
      `select s.bytes from agent_streams s join agent_runs r on r.run_id = s.run_id
       where r.parent_run_id is null`,
    );
    return {
      stream_kb: rounded(Number(row?.['bytes']) / 1_024),
      words_kb: rounded(words.length / 1_024),
    };
  } finally {
    await agents.stop();
  }
}
