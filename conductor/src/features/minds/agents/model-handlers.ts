import type { modelsOperations } from '../../../../../shared/api/models.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import type { ModelRequest, Models, OfferedTool } from './model-port.ts';

/** Longest answer to a probe. */
const PROBE_LIMIT_MS = 60_000;

/** Tool that a probe has a model call, if it can: nothing runs for it. */
const PROBE_TOOL: OfferedTool = {
  name: 'probe::ready',
  description: 'Says that you are ready.',
  paramsSchema: { type: 'object', properties: {} },
  asks: false,
  cost: null,
};

const PROBE_TEXT =
  'Call the tool ready once. If you cannot call tools, answer with the one word: ready';

/** The operations about models. */
export function createModelHandlers(
  { steadyNow }: Pick<Kit, 'steadyNow'>,
  { models, presence }: { readonly models: Models; readonly presence: Pick<Presence, 'startable'> },
): HandlersOf<typeof modelsOperations> {
  return {
    listModels: () =>
      Promise.resolve(
        ok({
          items: models
            .endpoints()
            .map(({ name, kind, baseUrl, keyFrom, models: of, fault, state }) => ({
              name,
              kind,
              base_url: baseUrl,
              key_from: keyFrom,
              models: [...of],
              context_tokens: models.contextTokens(`${name}:`),
              fault,
              state,
            })),
          chats: presence.startable().map((platform) => `chat:${platform}`),
          config_file: models.configFile,
        }),
      ),

    async probeModel({ body: { model } }, { signal }) {
      const beganAt = steadyNow();
      let parts = 0;
      const request: ModelRequest = {
        modelRef: model,
        system: [],
        messages: [{ id: 'probe', role: 'user', text: PROBE_TEXT }],
        tools: [PROBE_TOOL],
        signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]),
        heard: () => void (parts += 1),
      };
      const first = await models.ask(request);
      // Some refuse whatever has tools.
      const isRefused = !first.ok && first.error.code === 'model_refused';
      const said = isRefused ? await models.ask({ ...request, tools: [] }) : first;
      if (!said.ok)
        return err({ code: said.error.code, text: said.error.text, field: 'body.model' });
      const { text, calls } = said.value;
      return ok({
        model,
        took_ms: Math.round(steadyNow() - beganAt),
        text: text.slice(0, 200),
        tools: calls.length > 0,
        streams: parts > 1,
      });
    },
  };
}
