import {
  CLOSED,
  must,
  mustBeFinal,
  mustEqual,
  mustHaveReceived,
  type Scenario,
} from './scenario.ts';
import { withAction } from './rounds.ts';

const RECORDED_WITHIN_MS = 20_000;
const QUESTIONS = ['Show me an action.', 'Sent after the reload.'] as const;

/** A reply whose action nobody allowed stands when the page is loaded again; it does nothing, and the talk goes on. */
export const reload: Scenario = {
  name: 'reload',
  title: 'reloaded',
  mayRefuse: true,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    visit.model.plan(withAction('nobody asked for this'));
    await visit.say(QUESTIONS[0]);
    await visit.until('its reply', () => visit.anchors().length === 2, RECORDED_WITHIN_MS);
    await visit.switchToAuto();
    await visit.tab.reload({ waitUntil: 'load' });
    await visit.open();
    const said = 'The talk goes on.';
    visit.model.plan(said);
    const job = await visit.ended((await visit.send(QUESTIONS[1])).jobId);
    const acted = visit.instructions().filter(({ status }) => status !== 'skipped');
    must(acted.length === 0, `${acted.length} old actions were taken up`);
    mustBeFinal(job, 'the delivery after it');
    mustHaveReceived(visit.received(), ['Hello, who are you?', ...QUESTIONS]);
    mustEqual(visit.replyTo(job), said, 'the reply after it');
    must(visit.conversations().length === 1, `${visit.conversations().length} conversations`);
    must(visit.anchors().length === 3, `${visit.anchors().length} replies are recorded for 3`);
    return CLOSED;
  },
};
