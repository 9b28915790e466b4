import { existsSync, readFileSync } from 'node:fs';

import { type AgentStep, ScriptReader } from './agent-script.ts';

/**
 * A program in a terminal that behaves as coding agents do: it draws a composer below what was said and draws it anew
 * at each change, breaks lines by itself, asks whether it may trust the folder, shows that it works, takes pasted text
 * as one. Started as a process: `fake-cli.ts <script>`, as JSON.
 */
const reader = new ScriptReader(process.argv[2] ?? '{"rules":[]}');
const { script } = reader;

const PASTE_BEGINS = '\u001b[200~';
const PASTE_ENDS = '\u001b[201~';
const SPINNER = ['✢', '✳', '✶', '✻'];
const SPIN_MS = 80;
const KEY = /\bkey\b\W{1,8}([2-9A-HJ-NP-Z]{4,8})\b/;

/** Text said so far, each line as it was drawn. */
const said: string[] = [];
let drawn = 0;
let composer = '';
let pasted: string | null = null;
let key = '????';
let spins = 0;
let isWorking = false;
let question: { readonly text: string; readonly answer: (yes: boolean) => void } | null = null;
/** Texts that came while it worked. */
const waiting: string[] = [];

const width = (): number => Math.max(20, Math.min(script.wrap ?? Infinity, process.stdout.columns));

function wrapped(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const parts = line.match(new RegExp(`.{1,${width()}}`, 'gu'));
    return parts ?? [''];
  });
}

/** Returns the lines below all that was said. */
function live(): readonly string[] {
  if (question !== null)
    return [
      ...wrapped(question.text),
      '❯ 1. Yes',
      '  2. No',
      '',
      'Enter to confirm · Esc to cancel',
    ];
  const rule = '─'.repeat(width());
  const work = isWorking
    ? [`${SPINNER[spins % SPINNER.length]} Working… (esc to interrupt)`, '']
    : [];
  return [
    ...work,
    rule,
    ...wrapped(composer === '' ? '>' : `> ${composer}`),
    rule,
    '  ? for shortcuts',
  ];
}

function draw(more: readonly string[] = []): void {
  const back = drawn > 0 ? `\u001b[${drawn}A` : '';
  const below = live();
  said.push(...more);
  process.stdout.write(
    `${back}\r\u001b[0J${[...more, ...below].map((line) => `${line}\r\n`).join('')}`,
  );
  drawn = below.length;
}

function drawAll(): void {
  const below = live();
  process.stdout.write(
    `\u001b[2J\u001b[3J\u001b[H${[...said, ...below].map((line) => `${line}\r\n`).join('')}`,
  );
  drawn = below.length;
}

const say = (text: string): void => draw(wrapped(text));

/** Ends what was begun and sets all modes back, without a word of what is shown going away. */
const SOBER = '\u0018\u001b\\\u001b[?1049l\u001b[!p\u000f\u001b(B\u001b[?2004h';

/** Writes any text above the live lines, on the screen that scrolls. */
function put(text: string): void {
  const back = drawn > 0 ? `\u001b[${drawn}A\r\u001b[0J` : '';
  process.stdout.write(`${back}${text}${SOBER}\u001b[${process.stdout.rows}B\r\n`);
  drawn = 0;
  draw();
}

function ask(text: string, until?: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const looks = setInterval(() => {
    if (until !== undefined && existsSync(until)) question?.answer(false);
  }, 50);
  question = {
    text,
    answer(yes) {
      clearInterval(looks);
      question = null;
      resolve(yes);
      draw();
    },
  };
  draw();
  return promise;
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function work(ms: number): Promise<void> {
  for (let spent = 0; spent < ms; spent += SPIN_MS) {
    spins += 1;
    draw();
    await after(Math.min(SPIN_MS, ms - spent));
  }
}

function lineOf(call: Extract<AgentStep, { call: unknown }>['call']): string {
  const { as, ...asked } = call;
  const json = JSON.stringify(as === 'echo' ? asked : { ...asked, key });
  const data = as === 'base64' ? `base64:${Buffer.from(json).toString('base64')}` : json;
  return `● \u001b[1m__MPS_TOOL__\u001b[0m ${data}`;
}

async function take(step: AgentStep): Promise<void> {
  if ('say' in step) say(`● ${step.say}`);
  else if ('call' in step) say(lineOf(step.call));
  else if ('workMs' in step) await work(step.workMs);
  else if ('until' in step) while (!existsSync(step.until)) await work(SPIN_MS);
  else if ('silent' in step) await new Promise(() => undefined);
  else if ('ask' in step) say(`● ${(await ask(step.ask, step.takenBackBy)) ? 'Yes.' : 'No.'}`);
  else if ('draw' in step) put(readFileSync(step.draw, 'utf8'));
  else if ('redraw' in step) for (let time = 0; time < step.redraw; time += 1) drawAll();
  else if ('exit' in step) process.exit(step.exit);
}

async function told(text: string): Promise<void> {
  if (isWorking) {
    waiting.push(text);
    return;
  }
  key = KEY.exec(text)?.[1] ?? key;
  isWorking = true;
  draw(wrapped(`> ${text}`));
  for (const step of reader.stepsFor(text)) await take(step);
  isWorking = false;
  draw();
  const next = waiting.shift();
  if (next !== undefined) await told(next);
}

function typed(char: string): void {
  if (char === '\u0003') process.exit(130);
  if (question !== null) {
    if (char === '\r' || char === '1' || char === 'y') question.answer(true);
    else if (char === '\u001b' || char === '2' || char === 'n') question.answer(false);
    return;
  }
  if (char === '\r') {
    const text = composer;
    composer = '';
    if (text.trim() !== '') void told(text);
    return;
  }
  if (char === '\u007f') composer = composer.slice(0, -1);
  else if (char >= ' ' || char === '\n') composer += char;
}

function read(data: string): void {
  let rest = data;
  while (rest !== '') {
    if (pasted !== null) {
      const end = rest.indexOf(PASTE_ENDS);
      pasted += end === -1 ? rest : rest.slice(0, end);
      if (end === -1) return;
      composer += pasted;
      pasted = null;
      rest = rest.slice(end + PASTE_ENDS.length);
    } else if (rest.startsWith(PASTE_BEGINS)) {
      pasted = '';
      rest = rest.slice(PASTE_BEGINS.length);
    } else {
      const char = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      typed(char);
      rest = rest.slice(char.length);
    }
  }
  draw();
}

process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8');
process.stdin.on('data', read);
process.stdout.on('resize', drawAll);
process.stdout.write('\u001b[?2004h');
if (script.trust && !(await ask('Do you trust the files in this folder?'))) process.exit(1);
say(`Welcome to ${script.name}`);
