import { VERBS, type VerbTarget } from './verbs.ts';

/** Other names of a target, as assistants write them. */
const TARGETS: Readonly<Record<string, VerbTarget>> = { driver: 'browser' };

/** Other names of a verb. */
const NAMES: Readonly<Record<string, string>> = { getTabs: 'tabs' };

/**
 * The verb that a name of an action means: `browser::switch_tab`, `browser::browser.switchTab` and `driver::switchTab`
 * are one. Null where there is none.
 */
export function verbMeant(
  target: string,
  tool: string,
): { readonly target: VerbTarget; readonly verb: string } | null {
  const [prefix, rest] = splitAtDot(tool);
  const named = targetNamed(target);
  if (named === null || (prefix !== null && targetNamed(prefix) !== named)) return null;
  const camel = rest.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const verb = Object.hasOwn(NAMES, camel) ? (NAMES[camel] ?? camel) : camel;
  return Object.hasOwn(VERBS[named], verb) ? { target: named, verb } : null;
}

/** Other names of the targets and of the verb: by any of them it may be called. */
export function verbNames(
  target: string,
  verb: string,
): readonly { readonly target: string; readonly tool: string }[] {
  const targets = Object.keys(TARGETS).filter((name) => TARGETS[name] === target);
  const tools = Object.keys(NAMES).filter((name) => NAMES[name] === verb);
  return [target, ...targets].flatMap((of) =>
    [verb, ...tools].map((tool) => ({ target: of, tool })),
  );
}

function splitAtDot(tool: string): [string | null, string] {
  const dot = tool.indexOf('.');
  return dot < 0 ? [null, tool] : [tool.slice(0, dot), tool.slice(dot + 1)];
}

function targetNamed(name: string): VerbTarget | null {
  if (Object.hasOwn(VERBS, name)) return name as VerbTarget;
  return Object.hasOwn(TARGETS, name) ? (TARGETS[name] ?? null) : null;
}
