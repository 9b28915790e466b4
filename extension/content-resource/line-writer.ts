import { clean, cut, INDENT, plain, quoted } from '../../shared/lib/page-line.ts';

/** Something in a line that a person operates. */
export interface Control {
  readonly role: string;
  readonly name: string;
  readonly ref: string;
}

export interface Line {
  /** As it is shown, with its indent. */
  readonly text: string;
  /** The lines of the regions it stands in, outermost first, each as it is shown. */
  readonly regions: readonly string[];
  readonly controls: readonly Control[];
}

/** A part of the page that indents what is in it. Its line stands before its first line, or where it has a name. */
export interface Region {
  readonly text: string;
  readonly outer: Region | null;
  readonly depth: number;
  isShown: boolean;
}

const MAX_TEXT = 240;
const MAX_ROW = 600;

/** Puts pieces together into lines: running text and links in one, what is in a table's row or a list's item in one. */
export class LineWriter {
  readonly #ready: Line[] = [];
  #region: Region | null = null;
  /** A word that the next line begins with: `h1`, `status`. */
  #lead = '';
  /** `row` or `item` while one is being read; its cells. */
  #row: string | null = null;
  #cells: string[] = [];
  #pieces: string[] = [];
  #text = '';
  #controls: Control[] = [];
  readonly #blank: (text: string) => string;

  /** @param blank Takes what is secret out of the page's own text. */
  constructor(blank: (text: string) => string) {
    this.#blank = blank;
  }

  get isInRow(): boolean {
    return this.#row !== null;
  }

  /** true: the next text joins the line that has begun. */
  get isInline(): boolean {
    return this.#row !== null || this.#lead !== '';
  }

  get region(): Region | null {
    return this.#region;
  }

  /** The lines that are whole. */
  take(): readonly Line[] {
    return this.#ready.splice(0);
  }

  enter(text: string, isNamed: boolean): void {
    this.flush();
    const depth = (this.#region?.depth ?? -1) + 1;
    this.#region = { text, outer: this.#region, depth, isShown: false };
    if (isNamed) this.#show(this.#region);
  }

  leave(): void {
    this.flush();
    this.#region = this.#region?.outer ?? null;
  }

  lead(word: string): void {
    if (this.#row === null) {
      this.flush();
      this.#lead = word;
    } else {
      this.#endText();
      this.#pieces.push(word);
    }
  }

  endLead(): void {
    if (this.#row === null) this.flush();
  }

  beginRow(word: string): void {
    this.flush();
    this.#row = word;
  }

  /** Outside a row a cell is a piece of the page like any other: its table only puts things side by side. */
  endCell(): void {
    if (this.#row === null) return this.flush();
    this.#endText();
    const cell = this.#pieces.join(' ');
    if (cell !== '') this.#cells.push(cell);
    this.#pieces = [];
  }

  endRow(): void {
    this.endCell();
    const [word, cells] = [this.#row, this.#cells];
    this.#row = null;
    this.#cells = [];
    if (cells.length > 0) this.#line(`${word}: ${cut(cells.join(' | '), MAX_ROW)}`);
  }

  text(text: string): void {
    this.#text += text;
  }

  piece(piece: string, control?: Control): void {
    this.#endText();
    this.#pieces.push(piece);
    if (control !== undefined) this.#controls.push(control);
  }

  /** A line of its own. */
  whole(text: string, control?: Control): void {
    this.flush();
    this.piece(text, control);
    this.flush();
  }

  /** Where the page begins a new line. */
  break(): void {
    if (this.#row === 'item') this.endCell();
    else if (this.#row === null) this.flush();
    else this.text(' ');
  }

  flush(): void {
    if (this.#row !== null) return;
    this.#endText();
    const pieces = this.#pieces;
    const lead = this.#lead;
    this.#pieces = [];
    this.#lead = '';
    if (pieces.length > 0) this.#line([...(lead === '' ? [] : [lead]), ...pieces].join(' '));
  }

  #endText(): void {
    const text = this.#blank(clean(this.#text));
    this.#text = '';
    if (text === '') return;
    this.#pieces.push(this.#row === null ? quoted(text, MAX_TEXT) : plain(text));
  }

  #line(text: string): void {
    const region = this.#region;
    if (region !== null) this.#show(region);
    const depth = (region?.depth ?? -1) + 1;
    this.#ready.push({
      text: INDENT.repeat(depth) + text,
      regions: linesOf(region),
      controls: this.#controls,
    });
    this.#controls = [];
  }

  #show(region: Region): void {
    if (region.isShown) return;
    region.isShown = true;
    if (region.outer !== null) this.#show(region.outer);
    const text = INDENT.repeat(region.depth) + region.text;
    this.#ready.push({ text, regions: linesOf(region.outer), controls: [] });
  }
}

function linesOf(region: Region | null): readonly string[] {
  if (region === null) return [];
  return [...linesOf(region.outer), INDENT.repeat(region.depth) + region.text];
}
