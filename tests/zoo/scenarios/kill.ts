import { must, CLOSED, mustBeFinal, mustHaveLeft, type Scenario } from './scenario.ts';

const ARRIVED_WITHIN_MS = 30_000;
const QUESTION = 'The browser ends while this is answered.';

/** The browser is killed when a delivery has arrived and is not answered yet, and started again. */
export const kill: Scenario = {
  name: 'kill',
  title: 'browser killed',
  mayRefuse: true,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    await visit.switchToAuto();
    const release = visit.model.hold();
    const { jobId } = await visit.send(QUESTION);
    const times = (): number => visit.received().filter((text) => text === QUESTION).length;
    const isOver = (): boolean => times() > 0 || visit.job(jobId).status === 'failed';
    await visit.until('the delivery to arrive', isOver, ARRIVED_WITHIN_MS);
    mustHaveLeft(visit, visit.job(jobId), 2);
    const killed = world.killBrowser(visit);
    release();
    await killed;
    await visit.open();
    const job = await visit.ended(jobId);
    must(times() === 1, `the site got it ${times()} times`);
    mustBeFinal(job, 'the delivery');
    return CLOSED;
  },
};
