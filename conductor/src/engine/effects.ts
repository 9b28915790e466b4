import type { Effect, EffectHandle } from './plan.ts';

/** Handler of one effect after its commit. It must not throw. */
export interface EffectHandler {
  readonly kind: string;
  readonly run: (effect: never) => void;
}

/** Handles an effect. Several features may handle the same one, in their order. */
export function on<With>(effect: EffectHandle<With>, run: (effect: With) => void): EffectHandler {
  return { kind: effect.id, run };
}

/** Calls the handlers of each effect, in the order of the features. */
export function createEffectRunner(
  handlers: readonly EffectHandler[],
): (effects: readonly Effect[]) => void {
  const byKind = Map.groupBy(handlers, ({ kind }) => kind);
  return (effects) => {
    for (const effect of effects)
      for (const { run } of byKind.get(effect.kind) ?? []) run(effect as never);
  };
}
