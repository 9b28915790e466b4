import type { AuditEvent, Plan } from '../../../../engine/plan.ts';
import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Renewal, stopped } from '../../conversations/feature.ts';
import { type ModelBindingEvent, modelBindingTable } from './model-binding.machine.ts';
import { type ModelBinding, MODEL_BINDINGS } from './rows.ts';
import { conversationChanged } from '../../conversations/effects.ts';

interface By {
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A chat that has said nothing for the session yet. */
export function newBinding(
  names: Pick<
    ModelBinding,
    'bindingId' | 'conversationKey' | 'sessionKey' | 'modelRef' | 'rolledFrom'
  >,
  now: number,
): ModelBinding {
  return {
    ...names,
    state: 'bound',
    sentThrough: null,
    system: [],
    asked: null,
    tokens: 0,
    turns: 0,
    openedAt: now,
    releasedAt: null,
    version: 1,
  };
}

/** The plan that binds a chat. A goal that Baton pursues in it ends: its turns would come between. */
export function bindChat(binding: ModelBinding, renewal: Renewal | null, by: By): Plan {
  return joinPlans(
    plan({
      changes: [insert(MODEL_BINDINGS, binding)],
      events: [noted('model_binding.bound', binding, by)],
      effects: changed(binding),
    }),
    renewal?.status === 'active' ? stopped(renewal, 'bound', by.now, by.actor) : plan({}),
  );
}

/** The plan that ends a binding. Throws InvalidTransition. */
export function endBinding(binding: ModelBinding, event: ModelBindingEvent, by: By): Plan {
  const state = modelBindingTable.next(binding.state, event);
  return plan({
    changes: [update(MODEL_BINDINGS, binding, { state, releasedAt: by.now })],
    events: [noted('model_binding.released', binding, by)],
    effects: changed(binding),
  });
}

/** Returns the event for the trail of the session as well as of the chat: either says that it is bound. */
function noted(
  type: 'model_binding.bound' | 'model_binding.released',
  { bindingId, conversationKey, sessionKey, rolledFrom }: ModelBinding,
  { now: at, actor, detail }: By,
): AuditEvent {
  return {
    type,
    subjectId: bindingId,
    conversationKey,
    actor,
    at,
    detail: { session: sessionKey, ...(rolledFrom && { rolled_from: rolledFrom }), ...detail },
  };
}

function changed({ conversationKey, sessionKey }: ModelBinding): Plan['effects'] {
  return [
    conversationChanged({ conversationKey }),
    conversationChanged({ conversationKey: sessionKey }),
  ];
}
