import { FAILURE } from '../model.ts';
import {
  CLOSED,
  must,
  mustBeFinal,
  mustHaveLeft,
  mustEqual,
  mustHaveReceived,
  mustNotBeAnswered,
  type Scenario,
} from './scenario.ts';

const SPOILT_WITHIN_MS = 90_000;

/** An answer of status 200 begins with words and ends with a failure that no protocol has words for. */
export const failure: Scenario = {
  name: 'failure',
  title: 'error in the answer',
  mayRefuse: true,
  appliesTo: ({ answersInMessages }) => answersInMessages !== true,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    await visit.switchToAuto();
    const asked = [...visit.received(), 'Half of this is answered.', 'After that, this is asked.'];
    const [, question = '', next = ''] = asked;

    visit.model.planFault('failure');
    const spoilt = await visit.ended((await visit.send(question)).jobId, SPOILT_WITHIN_MS);
    mustHaveLeft(visit, spoilt, 2);
    mustHaveReceived(visit.received(), asked.slice(0, 2));
    mustNotBeAnswered(visit, spoilt);
    const { last_error_code: code, last_error_text: words } = spoilt;
    must(code === 'no_reply', `the delivery fails with ${code} (${words})`);
    must(words?.includes(FAILURE.message) === true, `the site's words are not told, but: ${words}`);

    const said = 'And this is said to it.';
    visit.model.plan(said);
    const job = await visit.ended((await visit.send(next)).jobId);
    mustBeFinal(job, 'the next');
    mustHaveReceived(visit.received(), asked);
    mustEqual(visit.replyTo(job), said, 'the reply to the next');
    mustNotBeAnswered(visit, visit.job(spoilt.job_id));
    return CLOSED;
  },
};
