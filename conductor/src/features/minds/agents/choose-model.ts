import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { readChatRef } from './chat-ref.ts';
import { checkModel } from './check-model.ts';
import type { Models } from './model-port.ts';
import type { AgentSession } from './rows.ts';

/** The first of these models that can serve a session which begins now, or why none can. None named: those of the settings. */
export type ModelChooser = (named: readonly string[]) => Promise<Result<string, CodedError>>;

export function createModelChooser(deps: {
  readonly models: Models;
  readonly read: Reader;
  readonly presence: Pick<Presence, 'startable'>;
  readonly settings: SettingsNow;
}): ModelChooser {
  const { models, settings } = deps;
  return async (named) => {
    let fault: CodedError | null = null;
    for (const ref of named.length > 0 ? named : settings.current().agents.models) {
      const why = await checkModel(ref, deps);
      if (why === null) return ok(ref);
      fault ??= why;
    }
    const text = `No model is configured. Name one in ${models.configFile}, and in the setting agents.models or as body.model.`;
    return err(fault ?? { code: 'model_unavailable', text });
  };
}

/**
 * The model of an agent that another one asks. The site that serves its asker is taken also while no browser is there, as
 * when the conductor has just started: until one is, the run waits and says so.
 */
export async function chooseForWorker(
  choose: ModelChooser,
  worker: Pick<AgentDefinition, 'models'>,
  asker: Pick<AgentSession, 'modelRef'>,
): Promise<Result<string, CodedError>> {
  const { modelRef } = asker;
  const named = modelsOfWorker(worker, asker);
  const chosen = await choose(named);
  const isAskers = named.includes(modelRef) && readChatRef(modelRef) !== null;
  return chosen.ok || !isAskers ? chosen : ok(modelRef);
}

/** Models for an agent that another one asks: its own, else that of its asker. A chat serves one of them alone. */
function modelsOfWorker(
  { models }: Pick<AgentDefinition, 'models'>,
  { modelRef }: Pick<AgentSession, 'modelRef'>,
): readonly string[] {
  if (models.length > 0) return models;
  return readChatRef(modelRef)?.kind === 'conversation' ? [] : [modelRef];
}
