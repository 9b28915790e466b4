import type { EffectHandlers } from './feature.ts';
import type { Effect } from './plan.ts';

/** Runs effects: each is heard by the features that listen for it, in their order. */
export function createEffectRunner(
  handlers: readonly EffectHandlers[],
): (effects: readonly Effect[]) => void {
  const listeners = new Map<string, ((effect: never) => void)[]>();
  for (const [kind, handler] of handlers.flatMap((some) => Object.entries(some))) {
    const others = listeners.get(kind);
    if (others === undefined) listeners.set(kind, [handler as (effect: never) => void]);
    else others.push(handler as (effect: never) => void);
  }
  return (effects) => {
    for (const effect of effects)
      for (const listener of listeners.get(effect.kind) ?? []) listener(effect as never);
  };
}
