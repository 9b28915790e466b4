import {
  CLOSED,
  takesPlainLines,
  must,
  mustBeFinal,
  mustEqual,
  mustHaveReceived,
  type Scenario,
} from './scenario.ts';

const ROUNDS = 3;
const ROUNDS_WITHIN_MS = 90_000;
const START = 'Please begin.';

/** An action is run, its result sent, and the reply to that holds the next one. */
export const rounds: Scenario = {
  name: 'rounds',
  title: 'three rounds',
  mayRefuse: takesPlainLines,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    await visit.switchToAuto();
    const replies = Array.from({ length: ROUNDS }, (_, index) => withAction(`round ${index + 1}`));
    visit.model.plan(...replies, 'All three came back. Thank you.');
    await visit.say(START);
    const isOver = (): boolean =>
      visit.jobs().filter(({ status }) => status === 'finalized').length === ROUNDS ||
      visit.jobs().some(({ status }) => status === 'failed');
    await visit.until('three rounds', isOver, ROUNDS_WITHIN_MS).catch(() => undefined);

    const jobs = visit.jobs();
    must(
      jobs.length > 0,
      `no action was taken up; ${visit.anchors().length} replies were recorded`,
    );
    jobs.forEach((job, index) => mustBeFinal(job, `round ${index + 1}`));
    must(jobs.length === ROUNDS, `${jobs.length} deliveries instead of ${ROUNDS}`);
    must(
      jobs.every(({ message_text: text }, index) => text.includes(`round ${index + 1}`)),
      'a result is not in its round',
    );
    const results = jobs.map((job) => job.message_text);
    mustHaveReceived(visit.received().slice(1), [START, ...results]);
    const recorded = visit
      .anchors()
      .map((anchor) => anchor.raw_text)
      .slice(1);
    [...replies, 'All three came back. Thank you.'].forEach((reply, index) =>
      mustEqual(recorded[index] ?? null, reply, `the recorded reply ${index + 1}`),
    );
    return CLOSED;
  },
};

export function withAction(text: string): string {
  return `I shall try this:\n\n\`\`\`baa\n@conductor::echo::${JSON.stringify({ text })}\n\`\`\``;
}
