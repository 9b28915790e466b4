const REF = /^((?:f\d+)*)[ef]\d+$/;

/** Request to a page's script, as it came. */
interface Asked {
  readonly verb: string;
  readonly args: object;
}

/** The frame that an element's reference names, as `f2`; empty: the page itself. */
export function prefixOf(args: object): string {
  const { ref, within, from } = args as {
    ref?: string;
    within?: string;
    from?: { ref?: string } | number;
  };
  const start = typeof from === 'object' ? from.ref : undefined;
  return REF.exec(ref ?? within ?? start ?? '')?.[1] ?? '';
}

/** Returns the answer of a page's script, as an assistant reads it. */
export function shownAnswer(
  { verb, args }: Asked,
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (verb === 'find') {
    const lines = result['lines'] as readonly string[];
    return {
      text: lines.length === 0 ? 'Nothing fits.' : lines.join('\n'),
      found: result['found'],
    };
  }
  if (verb !== 'extract') return result;
  const {
    fields,
    from = 0,
    max_chars = 6_000,
  } = args as {
    fields?: object;
    from?: number;
    max_chars?: number;
  };
  if (fields === undefined && result['data'] !== undefined) return { ...Object(result['data']) };
  return fields === undefined
    ? { text: partOf(String(result['text']), from, max_chars) }
    : { fields: result['fields'] };
}

/** A part of a long text, and where it goes on. */
function partOf(text: string, from: number, maxChars: number): string {
  const part = text.slice(from, from + maxChars);
  const end = from + part.length;
  return end < text.length ? `${part}\n(more: from ${end} of ${text.length})` : part;
}
