import { median, quantile, rounded } from '../median.ts';
import { startAgents } from './start-agents.ts';

const TURNS = 40;

export interface FirstWordResult {
  /** From the model's first word until a reader of the stream has it, after it is on disk. */
  readonly median_ms: number;
  readonly p95_ms: number;
  /** Commits that the chunks of a reply took: 2,000 words that come at once. */
  readonly rows_of_2000_words: number;
}

export async function measureFirstWord(): Promise<FirstWordResult> {
  const agents = await startAgents();
  try {
    const session = await agents.open();
    const took: number[] = [];
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const heard = Promise.withResolvers<undefined>();
      let askedAt = 0;
      agents.say = () => {
        askedAt = performance.now();
        return { text: 'One two', pause: heard.promise };
      };
      await readUntil(agents.conductor.url, agents.conductor.adminSecret, session, () => {
        // The first turn loads what speaks to models.
        if (turn > 0) took.push(performance.now() - askedAt);
        heard.resolve(undefined);
      });
    }
    const text = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ');
    agents.say = () => ({ text });
    await agents.turn(session, 'Speak.');
    const [row] = agents.conductor.query(
      `select count(*) as n from agent_stream_rows where run_id =
         (select run_id from agent_runs order by started_at desc, rowid desc limit 1)`,
    );
    return {
      median_ms: rounded(median(took)),
      p95_ms: rounded(quantile(took, 0.95)),
      rows_of_2000_words: Number(row?.['n']),
    };
  } finally {
    await agents.stop();
  }
}

/** Says something as a chat client does, and reads to the end of the answer. */
async function readUntil(
  url: string,
  secret: string,
  session: string,
  heard: () => void,
): Promise<void> {
  const parts = [{ type: 'text', text: 'Go on.' }];
  const id = crypto.randomUUID();
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: session,
      trigger: 'submit-message',
      messages: [{ id, role: 'user', parts }],
    }),
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let said = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const had = said.includes('"text-delta"');
    said += piece;
    if (!had && said.includes('"text-delta"')) heard();
  }
}
