import type { EffectHandlers } from './feature.ts';
import type { Effect, Effects } from './plan.ts';

/** Calls the handlers of each effect, in the order of the features. A handler must not throw. */
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
