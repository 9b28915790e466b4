import {
  CLOSED,
  takesPlainLines,
  mustBeFinal,
  mustEqual,
  mustHaveReceived,
  type Scenario,
} from './scenario.ts';

const NINE_LINES = [
  'Nine lines, and what a composer may make of them -- as it likes:',
  '',
  '    four spaces before this',
  '```js',
  'const quoted = \'single\' + "double";',
  '```',
  '- *emphasis*, _too_, 1. a number, <b>not bold</b> & so on...',
  '\tone tab, "curly?" quotes, two  spaces, a path C:\\temp\\new',
  'Ünïcödé: 漢字, 🏃‍♀️ and the end.',
].join('\n');

const LONG = Array.from(
  { length: 150 },
  (_, index) =>
    `Line ${index + 1} of a long message -- with "quotes", *stars* and words to fill it up, so.`,
)
  .join('\n')
  .slice(0, 12_000)
  .trimEnd();

const SENT = [
  ['one line', 'One line from outside, please.'],
  ['another', 'And one more, as short.'],
  ['nine lines', NINE_LINES],
  ['12 kB', LONG],
] as const;

/** Sent from outside, and compared by character both ways. */
export const send: Scenario = {
  name: 'send',
  title: 'sent from outside',
  mayRefuse: takesPlainLines,
  async run(world) {
    const visit = await world.visit();
    await visit.begin();
    await visit.switchToAuto();
    const commandToRequestMs: number[] = [];
    const asked = visit.received().slice();
    for (const [what, text] of SENT) {
      const said = `To ${what}:\n\n${text}\n\nThat was it.`;
      visit.model.plan(said);
      const { jobId, atMs } = await visit.send(text);
      const job = await visit.ended(jobId);
      asked.push(text);
      const got = visit.model.received[asked.length - 1];
      if (got !== undefined) mustEqual(got.text, text, `${what} at the site`);
      mustBeFinal(job, what);
      mustHaveReceived(visit.received(), asked);
      mustEqual(visit.replyTo(job), said, `the reply to ${what}`);
      if (got !== undefined && text.length < 1_000)
        commandToRequestMs.push(Math.round(got.atMs - atMs));
    }
    return { ...CLOSED, commandToRequestMs };
  },
};
