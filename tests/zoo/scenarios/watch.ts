import { CLOSED, must, mustEqual, mustHaveReceived, type Scenario } from './scenario.ts';

/** A person's first exchange: the conversation is known, and does nothing by itself. */
export const watch: Scenario = {
  name: 'watch',
  title: 'watched',
  mayRefuse: false,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    const [conversation, ...others] = visit.conversations();
    must(others.length === 0, `${others.length + 1} conversations are known for one`);
    must(conversation?.['mode'] === 'manual', `the mode is ${String(conversation?.['mode'])}`);
    const said = visit.model.turns.find(({ role }) => role === 'assistant')?.text ?? '';
    mustEqual(visit.anchors()[0]?.raw_text ?? null, said, 'the recorded reply');
    mustHaveReceived(visit.received(), ['Hello, who are you?']);
    return CLOSED;
  },
};
