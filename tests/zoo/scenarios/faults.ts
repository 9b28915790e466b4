import { type Fault, FAULTS } from '../model.ts';
import type { ZooWorld } from '../open-world.ts';
import {
  CLOSED,
  Failure,
  mustBeFinal,
  mustHaveLeft,
  mustEqual,
  mustHaveReceived,
  mustNotBeAnswered,
  Refusal,
  type Scenario,
} from './scenario.ts';

/** A history is looked at for half a minute before nothing is expected of it. */
const SPOILT_WITHIN_MS = 60_000;

/** Faults of replies: no reply is taken for the answer to another question, and the next send works. */
export const faults: Scenario = {
  name: 'faults',
  title: 'errors and cuts',
  mayRefuse: true,
  async run(world) {
    const wrongs: string[] = [];
    let isRefusal = true;
    for (const fault of world.page.faults ?? FAULTS) {
      await meet(world, fault).catch((error: unknown) => {
        isRefusal &&= error instanceof Refusal;
        wrongs.push(`${fault}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    if (wrongs.length === 0) return CLOSED;
    throw isRefusal ? new Refusal(wrongs.join('; ')) : new Failure(wrongs.join('; '));
  },
};

async function meet(world: ZooWorld, fault: Fault): Promise<void> {
  const visit = await world.visit();
  await visit.begin();
  await visit.switchToAuto();
  const asked = [
    ...visit.received(),
    'What comes of this is nothing.',
    'After that, this is asked.',
  ];
  const [, question = '', next = ''] = asked;

  visit.model.planFault(fault);
  const spoilt = await visit.ended((await visit.send(question)).jobId, SPOILT_WITHIN_MS);
  mustHaveLeft(visit, spoilt, 2);
  mustHaveReceived(visit.received(), asked.slice(0, 2));
  mustNotBeAnswered(visit, spoilt);

  const said = 'And this is said to it.';
  visit.model.plan(said);
  const job = await visit.ended((await visit.send(next)).jobId);
  mustBeFinal(job, `the next, after ${spoilt.last_error_code}`);
  mustHaveReceived(visit.received(), asked);
  mustEqual(visit.replyTo(job), said, 'the reply to the next');
  mustNotBeAnswered(visit, visit.job(spoilt.job_id));
}
