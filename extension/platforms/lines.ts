/** Cuts a text into its lines, however it is split between calls. Line ends are LF or CRLF. */
export class Lines {
  #rest = '';

  push(text: string): readonly string[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map(withoutCarriageReturn);
  }

  /** The text is over: what is left is a line too. */
  end(): readonly string[] {
    const rest = this.#rest;
    this.#rest = '';
    return rest === '' ? [] : [withoutCarriageReturn(rest)];
  }
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
