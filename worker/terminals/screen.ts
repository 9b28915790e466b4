import * as headless from '@xterm/headless';
import type { IBuffer, IMarker } from '@xterm/headless';

import { limitSequences } from './limit-sequences.ts';
import type { Turns } from './turns.ts';

/** CommonJS import: Node sees the whole module as its default, and a bundle sees the names. */
const { Terminal: Xterm } =
  'default' in headless ? (headless.default as typeof headless) : headless;

/** Lines that are kept, in memory alone. */
const SCROLLBACK = 10_000;

/** A place in what was written, from the first line of all on. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Screen {
  /** Resolves when all of it stands on the screen. */
  feed(text: string): Promise<void>;
  /** Returns the text that a person would see. */
  visible(): string;
  /** Where the cursor stands among all lines. */
  cursor(): Place;
  /** The first line that is still kept. */
  first(): number;
  /** Whole lines, and of the last one what stands before the column. Lines that were only too long are one. */
  between(fromLine: number, to: Place): string;
  readonly hasOtherCursorKeys: () => boolean;
  /** The program takes pasted text as one. */
  readonly takesPastes: () => boolean;
  /** The first line that a person sees. */
  readonly top: () => number;
  /** All from that line on; of a program that uses the whole screen, what it shows. */
  readonly since: (line: number) => string;
  resize(cols: number, rows: number): void;
  dispose(): void;
}

/**
 * @param turns Of all screens that are held here: each takes in what came when it has its turn.
 * @param marked Is told of OSC 133, without its number: `C;key`, or `D;0;key`.
 * @param answer Sends what a program asks the terminal for, as where the cursor is.
 */
export function createScreen(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  turns: Turns,
  marked: (data: string) => void,
  answer: (text: string) => void,
): Screen {
  const xterm = new Xterm({ cols, rows, scrollback: SCROLLBACK, allowProposedApi: true });
  xterm.onData(answer);
  xterm.parser.registerOscHandler(133, (data) => {
    marked(data);
    return true;
  });

  // A link is drawn nowhere, and would be kept for as long as its line.
  xterm.parser.registerOscHandler(8, () => true); // guard: terminal-links

  /** Lines are numbered from the first one ever; this one's number is known, and it moves when others are dropped. */
  let anchor: { readonly marker: IMarker; readonly line: number } | null = null;
  let lastKnown = 0;

  const normal = (): IBuffer => xterm.buffer.normal;
  const cursorRow = (): number => normal().baseY + normal().cursorY;

  /** How many lines were dropped. */
  function dropped(): number {
    if (anchor !== null && !anchor.marker.isDisposed) return anchor.line - anchor.marker.line;
    return Math.max(0, lastKnown - cursorRow());
  }

  function lookAgain(): void {
    const line = dropped() + cursorRow();
    const marker = xterm.registerMarker(0);
    // None is made while a program uses the whole screen: nothing is dropped then.
    if (marker === undefined) return;
    anchor?.marker.dispose();
    anchor = { marker, line };
    lastKnown = line;
  }
  lookAgain();

  const limited = limitSequences(() => Math.max(xterm.cols, xterm.rows));
  /** Texts of which something is still to be shown. */
  const waiting: { readonly pieces: Iterator<string>; readonly shown: () => void }[] = [];

  function nextPiece(): string | null {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const { value, done } = first.pieces.next();
      if (done !== true) return value;
      waiting.shift();
      first.shown();
    }
    return null;
  }

  const askForTurn = turns.lineUp((ms) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    // The emulator goes on with what is written while it tells of a piece.
    xterm.write('', () => {
      const begunAt = performance.now();
      const goOn = (): void => {
        const spentMs = performance.now() - begunAt;
        const piece = spentMs < ms ? nextPiece() : null; // guard: terminal-turns
        if (piece !== null) {
          xterm.write(piece, () => {
            lookAgain();
            goOn();
          });
          return;
        }
        if (waiting.length > 0) askForTurn();
        resolve(spentMs);
      };
      goOn();
    });
    return promise;
  });

  function textOf(buffer: IBuffer, from: number, to: number, column: number | null): string {
    const lines: string[] = [];
    for (let row = Math.max(0, from); row <= to && row < buffer.length; row += 1) {
      const line = buffer.getLine(row);
      if (line === undefined) break;
      const goesOn = buffer.getLine(row + 1)?.isWrapped === true && row < to;
      const end = row === to && column !== null ? column : undefined;
      const text = line.translateToString(!goesOn, 0, end);
      if (line.isWrapped && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`);
      else lines.push(text);
    }
    return lines.join('\n');
  }

  return {
    feed(text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ pieces: limited(text)[Symbol.iterator](), shown: resolve });
      askForTurn();
      return promise;
    },
    visible() {
      const { active } = xterm.buffer;
      return textOf(active, active.baseY, active.baseY + xterm.rows - 1, null).trimEnd();
    },
    cursor: () => ({ line: dropped() + cursorRow(), column: normal().cursorX }),
    first: () => dropped(),
    between(fromLine, to) {
      const before = dropped();
      return textOf(normal(), fromLine - before, to.line - before, to.column);
    },
    hasOtherCursorKeys: () => xterm.modes.applicationCursorKeysMode,
    takesPastes: () => xterm.modes.bracketedPasteMode,
    top: () => dropped() + normal().baseY,
    since(line) {
      const { active } = xterm.buffer;
      const isWhole = active.type === 'alternate';
      const first = isWhole ? active.baseY : Math.max(0, line - dropped());
      return textOf(active, first, active.length - 1, null).trimEnd();
    },
    resize: (newCols, newRows) => xterm.resize(newCols, newRows),
    dispose() {
      for (const { shown } of waiting.splice(0)) shown();
      xterm.dispose();
    },
  };
}
