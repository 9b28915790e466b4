import { BROWSER_VERBS } from './browser-verbs.ts';
import { RESOURCE_VERBS, SERVICE_VERBS, TERMINAL_VERBS } from './terminal-verbs.ts';
import type { Verb } from './verb.ts';

/** All verbs, by the target under which an action names them. */
export const VERBS = {
  browser: BROWSER_VERBS,
  terminal: TERMINAL_VERBS,
  service: SERVICE_VERBS,
  resource: RESOURCE_VERBS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Verb>>>>;

export type VerbTarget = keyof typeof VERBS;

/** A verb by its name on the wire, as `browser.click`; null where there is none. */
export function verbNamed(name: string): Verb | null {
  const [target = '', verb = '', ...rest] = name.split('.');
  if (rest.length > 0 || !Object.hasOwn(VERBS, target)) return null;
  const verbs: Readonly<Record<string, Verb>> = VERBS[target as VerbTarget];
  return Object.hasOwn(verbs, verb) ? (verbs[verb] ?? null) : null;
}
