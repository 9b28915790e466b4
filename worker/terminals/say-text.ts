import { setTimeout as delay } from 'node:timers/promises';

import { done, failed, type Outcome } from '../calls/executor.ts';
import type { Terminal } from './terminal.ts';

const PASTE_BEGINS = '\u001b[200~';
const PASTE_ENDS = '\u001b[201~';
/** Programs that draw their own line lose what comes faster. */
const CHUNK = 1_024;
const BETWEEN_CHUNKS_MS = 5;
/** So long a person who typed has not finished. */
const PERSON_MS = 3_000;
/** A program shows what it was given within so long, and takes it within so long, on a busy machine too. */
const SHOWN_LIMIT_MS = 5_000;
/** A program that is still taking a paste in would take Enter for a part of it. */
const BEFORE_ENTER_MS = 80;
/** Number of last characters of a text that are looked for on the screen. */
const TAIL = 24;
/** Programs show a long paste by a line of their own. */
const PASTED = /\[pasted/giu;
/** Frames, and where a program breaks its lines, are no part of a text. */
const DRAWN = /[\s│┃|]/gu;

/**
 * Says a text to the program in front, as a person who pastes it and presses Enter: once, and looked at. `input_uncertain`
 * where nobody can tell whether it arrived: it is never typed again then.
 */
export async function sayText(
  terminal: Terminal,
  {
    text: asked,
    prompt_in: folder,
  }: { readonly text: string; readonly prompt_in?: string | undefined },
  signal: AbortSignal,
): Promise<Outcome> {
  while (terminal.typedMs() < PERSON_MS && !signal.aborted)
    await delay(PERSON_MS - terminal.typedMs());
  if (signal.aborted) return failed('cancelled', 'It was cancelled before anything was typed.');
  if (terminal.exit !== null) return failed('resource_closed', 'The program has ended.');
  // guard: at-prompt
  if (folder !== undefined && !(await terminal.promptsIn(folder))) {
    const why = `No shell is known to stand at its prompt in ${folder}. Bring it there, and say it again.`;
    return failed('not_actionable', why);
  }
  // guard: person-types-first
  if (terminal.hasHalfLine())
    return failed('draft_present', 'A person has begun a line in this terminal.');
  // guard: said-alone
  if (folder !== undefined && !(await terminal.clearLine(signal)))
    return failed('not_actionable', 'Something stands on its line that does not go.');

  const from = terminal.screen.top();
  const lines = asked.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
  const text = folder === undefined ? lines : inOneLine(lines); // guard: lines-at-once
  // A command of the program itself is known by its first sign, as it is typed.
  const isCommand = /^\/\S[^\n]*$/u.test(text);
  const isPasted = terminal.screen.takesPastes() && !isCommand;
  const bytes = isPasted ? `${PASTE_BEGINS}${text}${PASTE_ENDS}` : text.replaceAll('\n', '\r');
  const tail = text.replaceAll(DRAWN, '').slice(-TAIL);
  const shown = (): number => timesShown(tail, terminal.screen.since(from));
  // What was said before still stands there, and may have ended alike.
  const before = shown();
  for (let at = 0; at < bytes.length; at += CHUNK) {
    if (at > 0) await delay(BETWEEN_CHUNKS_MS);
    const part = bytes.slice(at, at + CHUNK);
    if (folder === undefined) terminal.write(part);
    else terminal.writeOnLine(part);
  }
  const isShown = (): boolean => shown() > before; // guard: typed-anew
  if (!(await terminal.until(isShown, AbortSignal.timeout(SHOWN_LIMIT_MS))))
    // guard: typed-once
    return failed('input_uncertain', 'The text does not show in the terminal.', { from });
  await delay(BEFORE_ENTER_MS);
  // A shell can be moved while it waits, by a signal.
  if (folder !== undefined && !(await terminal.promptsIn(folder)))
    return failed('input_uncertain', `The shell has left ${folder}: Enter was not pressed.`, {
      from,
    });
  const outputs = terminal.outputs();
  if (folder === undefined) terminal.write('\r');
  // guard: said-as-shown
  else if (!terminal.enterLine())
    return failed('input_uncertain', 'Somebody typed on its line: Enter was not pressed.', {
      from,
    });
  const isTaken = (): boolean => terminal.outputs() > outputs || terminal.exit !== null;
  if (!(await terminal.until(isTaken, AbortSignal.timeout(SHOWN_LIMIT_MS))))
    return failed('input_uncertain', 'The program did not answer to Enter.', { from });
  return done({ from });
}

/**
 * Types several commands as one line, so that the shell takes all of them before it runs the first: a
 * program that this one begins would take the next line for its keys.
 */
function inOneLine(lines: string): string {
  return lines.trim().replaceAll(/\s*\n\s*/g, '; ');
}

/** How often the end of a text stands there, or a line that stands for a long one. */
function timesShown(tail: string, screen: string): number {
  const ends = tail === '' ? 0 : screen.replaceAll(DRAWN, '').split(tail).length - 1;
  return ends + (screen.match(PASTED)?.length ?? 0);
}
