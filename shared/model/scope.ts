/**
 * How much a session of the web UI may do, each with all before it: look; answer, as in the extension's popup; everything
 * that the programs of the person may.
 */
export const SCOPES = ['watch', 'answer', 'full'] as const;

/** What a session of the web UI may do. */
export type Scope = (typeof SCOPES)[number];

/** Whoever has `held` may do what asks for `needed`. */
export function scopeCovers(held: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
}
