/**
 * How much a session of the web UI may do, each with all before it: look; answer, as in the extension's popup; everything
 * that the programs of the person may.
 */
export const SCOPES = ['watch', 'answer', 'full'] as const;

/** Rights of a session of the web UI. */
export type Scope = (typeof SCOPES)[number];

/** Tells whether a session with `held` may do work that needs `needed`. */
export function scopeCovers(held: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
}
