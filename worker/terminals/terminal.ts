import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { foregroundGroup } from './foreground.ts';
import { limitReading } from './limit-reading.ts';
import type { Pty, PtyModule } from './pty.ts';
import { type Output, recordOutput, type RecordedOutput } from './recorded-output.ts';
import { sessionProcesses } from './session-processes.ts';
import { createScreen, type Place, type Screen } from './screen.ts';
import { askedWhetherRead, LINE_DROPPED, type ShellStart, startOfShell } from './shell.ts';
import type { Turns } from './turns.ts';
import { isWithin } from './within-roots.ts';
import { workingFolder } from './working-folder.ts';

/** Limit of output per second; a program that writes faster waits. */
const READ_PER_SECOND = 1_000_000;
/** A shell whose files take longer is used as it is. */
const FIRST_PROMPT_LIMIT_MS = 10_000;
/** Behind a command the prompt comes within so long, or its mark is lost. */
const PROMPT_LIMIT_MS = 1_000;
const BUSY_MS = 2_000;
const STUCK_MS = 60_000;
/** A program that does not end when its terminal goes is ended. */
const HANGUP_LIMIT_MS = 1_000;
const LOOK_AGAIN_MS = 20;
/** Behind an interrupted line the prompt comes within so long. */
const CLEAR_LIMIT_MS = 10_000;
const ASK_AGAIN_MS = 200;
const INTERRUPT = '\x03';
/** After these nothing stands on the line any more: Enter, an interrupt, a line taken back, Escape. */
const LINE_ENDS = ['\r', '\n', INTERRUPT, '\x15', '\x1b'];

export type TerminalStatus = 'running' | 'idle' | 'stuck' | 'completed' | 'error';

export interface Ended {
  /** Null: it was ended by a signal. */
  readonly exitCode: number | null;
  readonly output: Output;
}

interface Running {
  output: RecordedOutput;
  readonly tell: (ended: Ended) => void;
}

export interface TerminalParts {
  readonly pty: PtyModule;
  /** A shell, or how another program is started, with the key that its marks have. */
  readonly shell: string | ((key: string) => ShellStart);
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Turns that all terminals held here share. */
  readonly turns: Turns;
}

/** One shell in a terminal of its own. Emits `change` at all that a wait could be for. */
export class Terminal {
  readonly screen: Screen;
  readonly changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);
  readonly start: ShellStart;
  /** Where it was begun. */
  readonly folder: string;
  readonly #pty: Pty;
  readonly #key = randomBytes(12).toString('hex');
  /** Where it worked when that was asked last. */
  #cwd: string;
  /** true: the shell waits at its prompt. */
  #isIdle = false;
  /** true: it has prompted, and no line has been ended since. */
  #hasPrompted = false;
  /** Until when the prompt that comes now may tell that it is there. */
  #promptLimit: NodeJS.Timeout | undefined;
  /** The shell was asked whether it has read what was typed; it has; and it waits for more of a command. */
  #asked: 'asked' | 'read' | 'more' | null = null;
  #question = 0;
  #running: Running | null = null;
  /** A command that has ended, and whose shell does not wait yet. */
  #ended: (Ended & Pick<Running, 'tell'>) | null = null;
  #lastOutputAt = performance.now();
  #hasSpoken = false;
  /** Pieces of output so far. */
  #outputs = 0;
  /** When somebody else than Baton typed last. */
  #typedAt = -Infinity;
  /** true: the text that they typed did not end with Enter. */
  #hasHalfLine = false;
  /** Something else than a command was typed since the last one: it may stand on the line, or have begun one. */
  #isTyped = false;
  /** A text was typed on its line, and Enter was not: it stands there. */
  #isBegun = false;
  /** true: what stands on its line is being taken back. */
  #isClearing = false;
  #exit: { readonly exitCode: number; readonly signal: number } | null = null;

  constructor({ pty, shell, cwd, cols, rows, environment, turns }: TerminalParts) {
    this.start = typeof shell === 'string' ? startOfShell(shell, this.#key) : shell(this.#key);
    this.folder = cwd;
    this.#cwd = cwd;
    this.#pty = pty.spawn(this.start.file, [...this.start.args], {
      name: 'xterm-256color',
      cols,
      rows,
      cwd,
      env: { ...environment, ...this.start.env },
    });
    this.screen = createScreen(
      { cols, rows },
      turns,
      (data) => this.#marked(data),
      // What asked for it may have ended, or be in the background.
      (text) => {
        if (!this.#isAtLine()) this.write(text); // guard: terminal-answers
      },
    );
    const readMore = limitReading(this.#pty, READ_PER_SECOND);
    /** Pieces are shown in the order they came, and the end of the program behind the last of them. */
    let shown = Promise.resolve();
    this.#pty.onData((data) => {
      const taken = this.screen.feed(data);
      readMore(data.length, taken);
      this.#hasSpoken = true;
      this.#outputs += 1;
      this.#lastOutputAt = performance.now();
      shown = taken.then(() => {
        this.#running?.output.look();
        this.changes.emit('change');
      });
    });
    this.#pty.onExit(({ exitCode, signal = 0 }) => {
      void shown.then(() => this.#exited({ exitCode, signal }));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** As it was seen last. */
  get cwd(): string {
    return this.#cwd;
  }

  /** In which folder it works, by the system: what is printed says nothing. Null: that cannot be told. */
  async worksIn(): Promise<string | null> {
    const folder = await workingFolder(this.pid);
    this.#cwd = folder ?? this.#cwd;
    return folder;
  }

  get isIdle(): boolean {
    return this.#isIdle && this.#exit === null;
  }

  /**
   * Returns whether its shell is at its prompt and no other program is in front, as far as the system can tell: a
   * prompt from before an interrupt may come after the next line was typed.
   */
  async takesCommands(): Promise<boolean> {
    if (!this.isIdle) return false;
    const group = await foregroundGroup(this.pid);
    return this.isIdle && (group === null || group === this.pid);
  }

  /** Returns whether its shell is at its prompt, in that folder or below it, and no other program is in front. */
  async promptsIn(folder: string): Promise<boolean> {
    const [here, group] = await Promise.all([this.worksIn(), foregroundGroup(this.pid)]);
    // guard: terminal-folder
    const isThere = here !== null && isWithin(folder, here) && group === this.pid;
    return isThere && this.#hasPrompted && this.isIdle;
  }

  get exit(): { readonly exitCode: number; readonly signal: number } | null {
    return this.#exit;
  }

  quietMs(): number {
    return performance.now() - this.#lastOutputAt;
  }

  status(): TerminalStatus {
    if (this.#exit !== null)
      return this.#exit.exitCode === 0 && this.#exit.signal === 0 ? 'completed' : 'error';
    if (this.isIdle) return 'idle';
    // Of an unknown shell: at its prompt nothing else stands in front.
    const isShell =
      this.start.kind === 'unknown' && this.#pty.process === basename(this.start.file);
    if (isShell && this.quietMs() > BUSY_MS) return 'idle';
    return this.quietMs() > STUCK_MS ? 'stuck' : 'running';
  }

  /** Resolves when the shell waits for its first command, or was given time enough for that. */
  async ready(signal: AbortSignal): Promise<void> {
    const limit = soon(signal, FIRST_PROMPT_LIMIT_MS);
    const saysSo = this.start.kind !== 'unknown';
    await this.until(() => (saysSo ? this.#isIdle : this.#hasSpoken) || this.#exit !== null, limit);
    this.start.started();
  }

  /**
   * Takes back what stands on the line of an idle shell: a command runs alone, as it was shown to a person. False: the
   * shell does not say that it did, or more was typed meanwhile.
   */
  async clearLine(signal: AbortSignal): Promise<boolean> {
    if (!this.#isTyped && !this.#isBegun) return true; // guard: terminal-line
    this.#isTyped = false;
    this.#isBegun = false;
    this.#isClearing = true;
    const isCleared = await this.#takeBack(signal);
    this.#isClearing = false;
    return isCleared && !this.#isTyped;
  }

  async #takeBack(signal: AbortSignal): Promise<boolean> {
    this.#isIdle = false;
    const limit = soon(signal, CLEAR_LIMIT_MS);
    const isBack = (): boolean => this.#isIdle || this.#exit !== null;
    clearTimeout(this.#promptLimit);
    const { takesBack } = this.start;
    if (takesBack !== null) {
      // A shell that was busy keeps parts of a line or forgets the interrupt: it is asked again.
      while (!isBack() && !limit.aborted) {
        clearTimeout(this.#promptLimit);
        this.#asked = 'asked';
        this.#pty.write(takesBack);
        const isKnown = (): boolean => isBack() || this.#asked === 'more';
        await this.until(isKnown, soon(limit, PROMPT_LIMIT_MS));
        this.#asked = null;
        if (isBack()) break;
        // Only now: bash must not be interrupted while it still reads.
        this.#pty.write(INTERRUPT);
        await this.until(isBack, soon(limit, PROMPT_LIMIT_MS));
      }
      return isBack();
    }
    this.#pty.write(LINE_DROPPED);
    await this.until(isBack, soon(limit, ASK_AGAIN_MS));
    // That prompt may be from before the interrupt. Where the shell hears it only with the next line, it drops that: it is
    // asked again, and the last question alone counts.
    this.#isIdle = false;
    while (!isBack() && !limit.aborted) {
      this.#asked = 'asked';
      this.#question += 1;
      this.#pty.write(askedWhetherRead(this.#question));
      await this.until(isBack, soon(limit, ASK_AGAIN_MS));
    }
    this.#asked = null;
    return isBack();
  }

  /** Types a command. `ended` resolves at its end, `soFar` says what it has put out. Only of an idle shell. */
  run(command: string): { readonly ended: Promise<Ended>; readonly soFar: () => Output } {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    // Where the shell does not say where the output begins: behind the line that was typed.
    const running: Running = {
      output: recordOutput(this.screen, this.screen.cursor().line + 1),
      tell: resolve,
    };
    this.#running = running;
    this.#hasPrompted = false;
    this.#isIdle = false;
    this.#lastOutputAt = performance.now();
    this.#pty.write(this.start.typed(command));
    return { ended: promise, soFar: () => running.output.soFar() };
  }

  write(text: string): void {
    this.#isTyped = true;
    this.#put(text);
  }

  /** Types a part of a text on the line of a shell that was cleared. */
  writeOnLine(text: string): void {
    this.#isBegun = true;
    this.#put(text);
  }

  /** Presses Enter behind that text. False: somebody else has typed since the line was cleared, and it stays there. */
  enterLine(): boolean {
    if (this.#isTyped) return false;
    this.#isBegun = false;
    this.#put('\r');
    return true;
  }

  #put(text: string): void {
    if (this.#exit !== null) return;
    if (/[\r\n]/.test(text)) {
      this.#hasPrompted = false;
      // A shell that does not say when it begins with what it read says when it prompts again.
      if (this.start.takesBack === null) this.#isIdle = false;
    }
    this.#pty.write(text);
  }

  /** As a person does, who may not have finished. */
  type(text: string): void {
    this.#typedAt = performance.now();
    // Enter, and what takes a line back.
    this.#hasHalfLine = !LINE_ENDS.some((end) => text.endsWith(end));
    this.write(text);
    this.changes.emit('change');
  }

  /** Lets Baton go on, at the word of the person who typed. */
  giveBack(): void {
    this.#typedAt = -Infinity;
    this.#hasHalfLine = false;
    this.changes.emit('change');
  }

  /** Milliseconds since a person typed. */
  typedMs(): number {
    return performance.now() - this.#typedAt;
  }

  hasHalfLine(): boolean {
    return this.#hasHalfLine;
  }

  /** How many pieces of output came. */
  outputs(): number {
    return this.#outputs;
  }

  resize(cols: number, rows: number): void {
    if (this.#exit === null) this.#pty.resize(cols, rows);
    this.screen.resize(cols, rows);
  }

  /** To the program in front; false: none is, or it cannot be told. */
  async signal(name: NodeJS.Signals): Promise<boolean> {
    const group = this.#exit === null ? await foregroundGroup(this.pid) : null;
    if (group === null || group === this.pid) return false;
    return signalGroup(group, name);
  }

  /** Resolves once `met` says yes, at the end of the signal too. True: it was met. */
  async until(met: () => boolean, signal: AbortSignal): Promise<boolean> {
    while (!met()) {
      if (signal.aborted) return false;
      try {
        await once(this.changes, 'change', { signal });
      } catch {
        return met();
      }
    }
    return true;
  }

  /** As a terminal whose window is closed; resolves when its programs have ended, in the background too. */
  async close(): Promise<void> {
    this.start.started();
    if (this.#exit === null) this.#pty.kill();
    for (const pid of await this.#leftAfter(HANGUP_LIMIT_MS)) endHard(pid);
    await this.#leftAfter(HANGUP_LIMIT_MS);
    this.screen.dispose();
  }

  /** Processes of it that have not ended in time. */
  async #leftAfter(limitMs: number): Promise<readonly number[]> {
    const until = performance.now() + limitMs;
    for (;;) {
      const left = await sessionProcesses(this.pid);
      if (left.length === 0 || performance.now() >= until) return left;
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Whether its shell would take what is typed for a part of its next line. */
  #isAtLine(): boolean {
    return this.#isClearing || (this.#isIdle && this.#hasPrompted);
  }

  #marked(data: string): void {
    const [mark, ...told] = data.split(';');
    // Whatever a program prints, it does not know the key.
    if (told.at(-1) !== this.#key) return; // guard: terminal-marks
    if (mark === 'C') this.#began(this.screen.cursor());
    else if (mark === 'B') this.#prompts();
    else if (mark === 'P') this.#goesOn();
    else if (mark === 'K' && Number(told[0]) === this.#question) this.#hears('asked', 'read');
    // The shell fills it in: its prompt as it stands in a variable, which a program may print, is no end.
    // guard: terminal-own-words
    else if (mark === 'D' && /^\d{1,3}$/.test(told[0] ?? '')) this.#endedWith(Number(told[0]));
  }

  #began({ line }: Place): void {
    this.#hasPrompted = false;
    clearTimeout(this.#promptLimit);
    this.#isIdle = false;
    if (this.#running !== null) this.#running.output = recordOutput(this.screen, line);
  }

  #endedWith(exitCode: number): void {
    this.#hasPrompted = true;
    const running = this.#running;
    this.#running = null;
    if (running !== null)
      this.#ended = { exitCode, output: running.output.soFar(), tell: running.tell };
    clearTimeout(this.#promptLimit);
    // A prompt that somebody changed may have lost its mark.
    this.#promptLimit = setTimeout(() => this.#waits(), PROMPT_LIMIT_MS).unref();
  }

  #prompts(): void {
    // A prompt from before the question.
    if (this.#asked !== 'asked') this.#waits();
  }

  /** Notes that the shell waits for more of a line that was typed before. */
  #goesOn(): void {
    this.#hears('read', 'more');
    if (this.#asked === null) this.#waits();
  }

  #hears(before: 'asked' | 'read', now: 'read' | 'more'): void {
    if (this.#asked !== before) return;
    this.#asked = now;
    this.changes.emit('change');
  }

  /** Only now it takes the next command. */
  #waits(): void {
    if (this.#running !== null) return;
    this.#isIdle = true;
    this.#ended?.tell(this.#ended);
    this.#ended = null;
    this.changes.emit('change');
  }

  #exited(exit: { readonly exitCode: number; readonly signal: number }): void {
    this.#exit = exit;
    const exitCode = exit.signal === 0 ? exit.exitCode : null;
    this.#running?.tell({ exitCode, output: this.#running.output.soFar() });
    this.#ended?.tell(this.#ended);
    this.#running = null;
    this.#ended = null;
    this.changes.emit('change');
  }
}

const soon = (signal: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)]);

function endHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended a moment ago.
  }
}

function signalGroup(group: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(-group, name);
    return true;
  } catch {
    return false; // It ended a moment ago.
  }
}
