import { areas, folderOf } from './areas.ts';

export interface TestArguments {
  /** Undefined: all is run. Null: what changed since the checkout left the main branch. */
  readonly changedSince?: string | null;
  readonly forVitest: readonly string[];
}

/** Takes `--area <name>` and `--changed [<commit>]` from among vitest's own. A text says what is wrong with them. */
export function readArguments(args: readonly string[]): TestArguments | string {
  const forVitest: string[] = [];
  let changedSince: string | null | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const [, name, given] = /^--(area|changed)(?:=(.*))?$/.exec(args[at] ?? '') ?? [];
    if (name === undefined) {
      forVitest.push(args[at] ?? '');
      continue;
    }
    const next = args[at + 1];
    const value = given ?? (next === undefined || next.startsWith('-') ? null : next);
    if (given === undefined && value !== null) at += 1;
    if (name === 'changed') changedSince = value;
    else if (value !== null && areas().includes(value))
      forVitest.push('--project=long', folderOf(value));
    else
      return `--area: is one of ${areas().join(', ')}${value === null ? '' : ` (it was ${value})`}.`;
  }
  if (changedSince !== undefined && forVitest.join('=').includes('--project=long')) {
    return '--changed: is for npm test, which says the areas of the long tests that a change can reach.';
  }
  return { forVitest, ...(changedSince !== undefined && { changedSince }) };
}
