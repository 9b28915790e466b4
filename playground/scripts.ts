/** One reply of the scripted assistant. */
export interface Line {
  readonly text: string;
  readonly pace: 'normal' | 'slow';
}

/** What a line may react to. */
export interface Cue {
  /** What the person wrote after the slash command. */
  readonly argument: string;
  /** The result messages that came since the person spoke, oldest first. */
  readonly results: readonly string[];
}

/** The lines of one conversation, in order; the last is said again to whatever comes after it. */
export type Script = readonly ((cue: Cue) => Line)[];

const ECHOED = 'The baton is passed.';
const MAX_QUOTE_CHARACTERS = 100;

/** Three tool turns in a row, each reacting to the results of the one before, then a summary. */
export const demoScript: Script = [
  () =>
    say(
      'Hello! I am a scripted assistant, and I would like to show you something. I can write an ' +
        'action into my reply; if a conductor is listening, it runs the action and the result comes ' +
        'back to me as a message in this very chat. First I ask what I may do here.',
      action('@conductor::describe'),
    ),
  ({ results }) =>
    say(
      `That worked. The answer begins: “${firstLineOf(results.at(0))}”`,
      'Now two actions in one reply. Both results should come back together, in this order.',
      action('@conductor::time', `@conductor::echo::${JSON.stringify({ text: ECHOED })}`),
    ),
  ({ results }) =>
    say(
      echoCameBack(results.at(1))
        ? `My words came back unchanged, and the conductor's clock says ${timeIn(results.at(1))}.`
        : `I got an answer, though not the one I expected: “${firstLineOf(results.at(1))}”`,
      'One more: how does this conversation look from the other side?',
      action('@conductor::conversation.status'),
    ),
  ({ results }) =>
    say(
      'That was the whole circle, three times around. What I learned on the way:',
      [
        `- **What I may do**: “${firstLineOf(results.at(0))}”`,
        `- **The time**: ${timeIn(results.at(1))}`,
        `- **The echo**: ${echoCameBack(results.at(1)) ? `“${ECHOED}”` : 'it did not come back'}`,
        `- **This conversation**: ${modeIn(results.at(2))}`,
      ].join('\n'),
      'No action in this reply, so here it ends. Write `/help` to see what else I can do.',
    ),
];

export const helpScript: Script = [
  () =>
    say(
      'I follow a small script. These words wake me up:',
      [
        '- `/demo` shows the whole circle: three tool turns and a summary',
        '- `/echo <text>` sends your text through one action',
        '- `/slow` answers slowly, so that you can interrupt something',
        '- `/plain` answers without any action',
        '- `/bad` writes a broken action, and mends it when told what was wrong',
        '- `/quote` shows an action without meaning it',
      ].join('\n'),
    ),
];

const echoScript: Script = [
  ({ argument }) =>
    say(
      'One echo, on its way.',
      action(`@conductor::echo::${JSON.stringify({ text: argument || ECHOED })}`),
    ),
  ({ results }) => say(`It came back: “${firstLineOf(results.at(-1))}”`),
];

const slowScript: Script = [
  () => ({
    ...say(
      'I am taking my time with this one, word by word, so that you can close the tab, reload the ' +
        'page or pull the plug while I am still talking, and then see that nothing is lost.',
    ),
    pace: 'slow',
  }),
];

const plainScript: Script = [
  () => say('Just a plain reply. There is no action in it, so nothing happens next.'),
];

const badScript: Script = [
  () =>
    say(
      'I am about to make a mistake: the braces of this action do not close.',
      action('@conductor::echo::{"text":"mind the gap"'),
    ),
  ({ results }) =>
    say(
      `I was told: “${firstLineOf(results.at(0))}” Let me mend that.`,
      action(`@conductor::echo::${JSON.stringify({ text: 'mind the gap' })}`),
    ),
  ({ results }) => say(`Mended. This time it said: “${firstLineOf(results.at(1))}”`),
];

const quoteScript: Script = [
  () =>
    say(
      'This is how an action looks. I am only quoting it, so nothing should run:',
      `\`\`\`\`markdown\n${action(`@conductor::echo::{"text":"quoted, not meant"}`)}\n\`\`\`\``,
      'The same in a block quote:',
      action(`@conductor::echo::{"text":"quoted, not meant"}`).replace(/^/gm, '> '),
    ),
];

/** Scripts a person starts with a slash command, by its word. */
export const slashScripts: ReadonlyMap<string, Script> = new Map([
  ['demo', demoScript],
  ['help', helpScript],
  ['echo', echoScript],
  ['slow', slowScript],
  ['plain', plainScript],
  ['bad', badScript],
  ['quote', quoteScript],
]);

function say(...paragraphs: readonly string[]): Line {
  return { text: paragraphs.join('\n\n'), pace: 'normal' };
}

function action(...calls: readonly string[]): string {
  return ['```baa', ...calls, '```'].join('\n');
}

/** The first thing a result message has to say: the first line inside its first fence, else below its heading. */
function firstLineOf(message: string | undefined): string {
  const [, ...lines] = (message ?? '').split('\n').map((line) => line.trim());
  const fence = lines.findIndex((line) => /^(`{3,}|~{3,})/.test(line));
  const said = (fence < 0 ? lines : lines.slice(fence + 1)).find((line) => line !== '');
  if (said === undefined) return 'nothing at all';
  return said.length <= MAX_QUOTE_CHARACTERS ? said : `${said.slice(0, MAX_QUOTE_CHARACTERS)}…`;
}

function echoCameBack(message: string | undefined): boolean {
  return message?.includes(ECHOED) ?? false;
}

function timeIn(message: string | undefined): string {
  return /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/.exec(message ?? '')?.[0] ?? 'none that I could read';
}

function modeIn(message: string | undefined): string {
  const mode = /\b(auto|manual|paused|drain)\b/.exec(message ?? '')?.[0];
  return mode ? `it is in mode “${mode}”` : `“${firstLineOf(message)}”`;
}
