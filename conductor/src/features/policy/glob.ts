const SEPARATOR = '/';

type Token = { readonly kind: 'one'; readonly char: string } | { readonly kind: 'segment' | 'any' };

/**
 * Does the pattern fit all of `text`? `*` stands for any characters but `/`, `**` for any at all; every other
 * character stands for itself. Takes time in proportion to the text, whatever the text is.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern);
  let places = reach(tokens, [0]);
  for (const char of text) {
    const next: number[] = [];
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined) continue;
      if (token.kind === 'one') {
        if (token.char === char) next.push(place + 1);
      } else if (token.kind === 'any' || char !== SEPARATOR) next.push(place);
    }
    if (next.length === 0) return false;
    places = reach(tokens, next);
  }
  return places.has(tokens.length);
}

function tokensOf(pattern: string): Token[] {
  return [...pattern.matchAll(/\*+|[^*]/gsu)].map(([part]) => {
    if (!part.startsWith('*')) return { kind: 'one', char: part };
    return { kind: part === '*' ? 'segment' : 'any' };
  });
}

/** A wildcard may stand for nothing: with its own place, the one after it is reached too. */
function reach(tokens: readonly Token[], places: readonly number[]): Set<number> {
  const reached = new Set<number>();
  for (let place of places) {
    reached.add(place);
    while (tokens[place] !== undefined && tokens[place]?.kind !== 'one') reached.add((place += 1));
  }
  return reached;
}
