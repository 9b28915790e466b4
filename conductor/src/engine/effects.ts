import type { EffectHandlers } from './feature.ts';
import type { Effect, Effects } from './plan.ts';

/** Runs effects: each is heard by the features that listen for it, in their order. */
export function createEffectRunner(
  handlers: readonly EffectHandlers[],
): (effects: readonly Effect[]) => void {
  function run<Kind extends keyof Effects>(kind: Kind, effect: Effect<Kind>): void {
    for (const some of handlers) some[kind]?.(effect);
  }
  return (effects) => {
    for (const effect of effects) run(effect.kind, effect);
  };
}
