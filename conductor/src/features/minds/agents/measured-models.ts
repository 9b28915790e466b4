import type { Kit } from '../../../engine/feature.ts';
import type { Models } from './model-port.ts';

/** The models, with what each call took and used among the metrics: by endpoint, as models have too many names. */
export function measuredModels(
  models: Models,
  { meter, steadyNow }: Pick<Kit, 'meter' | 'steadyNow'>,
): Models {
  const took = meter.histogram('agent_model_seconds', 'Calls of models by endpoint and outcome.', [
    'endpoint',
    'outcome',
  ]);
  const tokens = meter.counter('agent_tokens_total', 'Tokens that models read and wrote.', [
    'endpoint',
    'direction',
  ]);
  return {
    ...models,
    async ask(request) {
      const beganAt = steadyNow();
      const said = await models.ask(request);
      const endpoint = request.modelRef.slice(0, Math.max(0, request.modelRef.indexOf(':')));
      const outcome = said.ok ? 'replied' : said.error.code;
      took((steadyNow() - beganAt) / 1_000, { endpoint, outcome });
      if (said.ok) {
        tokens({ endpoint, direction: 'in' }, said.value.tokensIn);
        tokens({ endpoint, direction: 'out' }, said.value.tokensOut);
      }
      return said;
    },
  };
}
