/**
 * Cuts JSON lines, however the text is split between calls. A JSON object spread over many lines comes out
 * whole at the end, when nothing before it was an object of its own.
 */
export class LineSplitter {
  #rest = '';
  #loose = '';

  push(text: string): readonly { readonly data: string }[] {
    // Some sites pad tokens with NULs so that their length gives nothing away.
    const lines = (this.#rest + text.replaceAll('\0', '')).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  end(): readonly { readonly data: string }[] {
    const rest = this.#line(this.#rest);
    const loose = this.#loose;
    this.#rest = '';
    this.#loose = '';
    return rest.length > 0 || loose === '' ? rest : [{ data: loose }];
  }

  #line(line: string): readonly { readonly data: string }[] {
    const data = line.trim().replace(/^data:\s*/, '');
    if (this.#loose === '' && (data === '[DONE]' || /^\{.*\}$/s.test(data))) return [{ data }];
    if (data !== '') this.#loose += `${line}\n`;
    return [];
  }
}
