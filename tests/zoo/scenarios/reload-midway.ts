import {
  CLOSED,
  must,
  mustBeFinal,
  mustHaveLeft,
  mustEqual,
  mustHaveReceived,
  type Scenario,
} from './scenario.ts';

const HALF_WITHIN_MS = 30_000;
/** Milliseconds within which a delivery has its reply, or a code that says why not. */
const ENDED_WITHIN_MS = 120_000;
const QUESTIONS = ['The page is reloaded while this is answered.', 'Sent after that.'] as const;

/** The page is loaded anew when half of the answer to a delivery was sent; the rest is sent after that. */
export const reloadMidway: Scenario = {
  name: 'reload-midway',
  title: 'reloaded in mid-delivery',
  mayRefuse: true,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    await visit.switchToAuto();
    const answers = [
      'This answer has two halves, of which the page reads one.',
      'The talk goes on.',
    ];
    visit.model.plan(...answers);
    const { reached, release } = visit.model.holdHalfway();
    const { jobId } = await visit.send(QUESTIONS[0]);
    let isHalf = false;
    void reached.then(() => (isHalf = true));
    const isOver = (): boolean => isHalf || visit.job(jobId).status === 'failed';
    await visit.until('half of the answer', isOver, HALF_WITHIN_MS);
    mustHaveLeft(visit, visit.job(jobId), 2);
    await visit.tab.reload({ waitUntil: 'load' });
    release();
    await visit.open();

    const asked = ['Hello, who are you?', ...QUESTIONS];
    const first = await visit.ended(jobId, ENDED_WITHIN_MS);
    mustHaveReceived(visit.received(), asked.slice(0, 2));
    const { status, last_error_code: code } = first;
    must(status === 'finalized' || status === 'failed', `the delivery stays ${status}, ${code}`);
    if (status === 'finalized') mustEqual(visit.replyTo(first), answers[0] ?? '', 'its reply');

    const job = await visit.ended((await visit.send(QUESTIONS[1])).jobId);
    mustBeFinal(job, `the next, after ${code ?? 'a reply'}`);
    mustHaveReceived(visit.received(), asked);
    mustEqual(visit.replyTo(job), answers[1] ?? '', 'the reply to the next');
    return CLOSED;
  },
};
