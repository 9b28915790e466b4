/** One reply of the scripted assistant. */
export interface Line {
  readonly text: string;
  /** `broken`: what comes of it is an error, after half of the words. */
  readonly pace: 'normal' | 'slow' | 'broken';
}

/** Input to which a line may react. */
export interface Cue {
  /** Text that the person wrote after the slash command. */
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
      WORDS.map(({ word, what }) => `- \`/${word}\` ${what}`).join('\n'),
    ),
];

const toolScript: Script = [
  () =>
    say(
      'I roll a die. A tool of a real MCP server does it for me; it only reads, so nobody needs to be asked.',
      action('@mcp.playground::roll::{"sides":20}'),
    ),
  ({ results }) => say(`The tool said: “${firstLineOf(results.at(-1))}”`),
];

const askScript: Script = [
  ({ argument }) =>
    say(
      'I would like to pin a note to a board. That changes something, so Baton asks you first: look at its icon, ' +
        'or at `npm run baton -- approvals`.',
      action(`@mcp.playground::note::${JSON.stringify({ text: argument || 'Buy tea.' })}`),
    ),
  ({ results }) => say(`You have answered. I was told: “${firstLineOf(results.at(-1))}”`),
];

const errorScript: Script = [
  () => ({
    ...say(
      'I begin as if nothing were wrong, and in the middle of the sentence the connection to the model is lost, so that ' +
        'you see what becomes of a message that gets no reply.',
    ),
    pace: 'broken',
  }),
];

const echoScript: Script = [
  ({ argument }) =>
    say(
      'One echo, on its way.',
      action(`@conductor::echo::${JSON.stringify({ text: argument || ECHOED })}`),
    ),
  ({ results }) => say(`It came back: “${firstLineOf(results.at(-1))}”`),
];

const timeScript: Script = [
  () => say('I look at the clock.', action('@conductor::time')),
  ({ results }) => say(`It is ${timeIn(results.at(-1))}.`),
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

interface Word {
  readonly word: string;
  readonly what: string;
  readonly script: Script;
}

/** Slash commands, in the order in which they are worth trying. */
export const WORDS: readonly Word[] = [
  {
    word: 'demo',
    what: 'shows the whole circle: three tool turns and a summary',
    script: demoScript,
  },
  { word: 'tool', what: 'calls a tool of a real MCP server', script: toolScript },
  { word: 'ask', what: 'wants to do what you are asked about first', script: askScript },
  { word: 'echo', what: 'sends the text after it through one action', script: echoScript },
  { word: 'time', what: 'asks for the time, and says it', script: timeScript },
  { word: 'slow', what: 'answers slowly, so that you can interrupt something', script: slowScript },
  { word: 'plain', what: 'answers without any action', script: plainScript },
  {
    word: 'bad',
    what: 'writes a broken action, and mends it when told what was wrong',
    script: badScript,
  },
  { word: 'error', what: 'loses its reply half-way', script: errorScript },
  { word: 'quote', what: 'shows an action without meaning it', script: quoteScript },
];

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
