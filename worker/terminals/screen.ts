import * as headless from '@xterm/headless';
import type { IBuffer, IMarker } from '@xterm/headless';

/** It is CommonJS: Node sees the whole of it as its default, and a bundle sees the names. */
const { Terminal: Xterm } =
  'default' in headless ? (headless.default as typeof headless) : headless;

/** Lines that are kept, in memory alone. */
const SCROLLBACK = 10_000;

/** Fewer lines than are kept: between two looks none that was not looked at is dropped. */
const SLICE = 4_096;

/** What scrolls, adds or takes away so many lines, and what repeats a sign or goes on by so many tabs. */
const REPEATING = { lines: ['S', 'T', 'L', 'M'], columns: ['b', 'I', 'Z'] } as const;

/** A place in what was written, from the first line of all on. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Marks {
  /** OSC 133, without its number: `C`, or `D;0;key`. */
  readonly semantic: (data: string) => void;
  /** OSC 7: `file://…` */
  readonly folder: (data: string) => void;
}

export interface Screen {
  /** Resolves when all of it stands on the screen. */
  feed(text: string): Promise<void>;
  /** What a person would see. */
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

/** @param answer Sends what a program asks the terminal for, as where the cursor is. */
export function createScreen(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  marks: Marks,
  answer: (text: string) => void,
): Screen {
  const xterm = new Xterm({ cols, rows, scrollback: SCROLLBACK, allowProposedApi: true });
  xterm.onData(answer);
  xterm.parser.registerOscHandler(133, (data) => {
    marks.semantic(data);
    return true;
  });
  xterm.parser.registerOscHandler(7, (data) => {
    marks.folder(data);
    return true;
  });

  // Each is done one by one, and more of them than fit do no more: that could take hours, and all terminals would wait.
  const dropMore = (final: string, most: () => number): unknown =>
    xterm.parser.registerCsiHandler({ final }, ([count]) => Number(count) > most());
  for (const final of REPEATING.lines) dropMore(final, () => xterm.rows);
  for (const final of REPEATING.columns) dropMore(final, () => xterm.cols);

  // Nobody sees its colours. Of many in one sequence each would cost as much as all that come after it.
  xterm.parser.registerOscHandler(4, () => true);

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
      for (let at = 0; at < text.length; at += SLICE) {
        const isLast = at + SLICE >= text.length;
        xterm.write(text.slice(at, at + SLICE), () => {
          lookAgain();
          if (isLast) resolve();
        });
      }
      if (text === '') resolve();
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
    dispose: () => xterm.dispose(),
  };
}
