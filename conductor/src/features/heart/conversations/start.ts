import type { Handling, Kit } from '../../../engine/feature.ts';
import type { conversationsOperations } from '../../../../../shared/api/conversations.ts';
import { browsersFeature, skipFrame } from '../../ground/browsers/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createConversationHandlers } from './handlers.ts';
import { type ConversationLookup, createConversationLookup } from './look-up.ts';
import { createReportRecorder, isLarge } from './record-report.ts';
import { recordUserTurn } from './steps/record-user-turn.ts';
import { setModeFromBrowser } from './steps/set-conversation-mode.ts';
import { sweepDrains } from './sweep-drains.ts';
import { conversationMerged, conversationDeleted } from './effects.ts';
import { on } from '../../../engine/effects.ts';

export interface ConversationsPort {
  readonly lookUp: ConversationLookup;
  /** Calls the listener after every report of what a browser can serve. */
  readonly whenReported: (listener: () => void) => void;
}

/** Chats: what browsers tell of them, and what a person does with them. */
export function startConversations(
  kit: Kit,
): Handling<ConversationsPort, typeof conversationsOperations> {
  const { store, read, now, newId, log, settings: start } = kit;
  const { presence } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  const lookUp = createConversationLookup({ read, presence, now });
  const listeners: (() => void)[] = [];
  const defaultModes = () => settings.current().default_modes;
  const reports = createReportRecorder({
    store,
    presence,
    now,
    newId,
    finalTimeoutMs: start.finalTimeoutMs,
    maxConversations: start.maxConversations,
    defaultModes,
    onRuntimes() {
      for (const listener of listeners) listener();
    },
    onRowFailed: kit.rowFailed,
    log,
  });

  return {
    provides: { lookUp, whenReported: (listener) => void listeners.push(listener) },
    handlers: createConversationHandlers(kit, { presence, lookUp }),
    frames: {
      'runtime.report': {
        // A large one is taken in slices.
        asksLater: isLarge,
        take: (frame, from) =>
          reports.take(from.clientId, frame, async () => {
            await store.run(skipFrame, { from });
          }),
      },
      'conversation.set_mode': {
        async take(frame, from) {
          const request = { mode: frame.mode, reason: null, actor: 'person', now: now() } as const;
          await store.run(setModeFromBrowser, { frame, from, ...request });
          return [];
        },
      },
      'browser.user_turn': {
        async take(frame, from) {
          const refusals = await store.run(recordUserTurn, {
            frame,
            clientId: from.clientId,
            ...presence.browsers(),
            from,
            turnId: newId(),
            localConversationId: newId(),
            finalTimeoutMs: start.finalTimeoutMs,
            defaultModes: defaultModes(),
            now: now(),
          });
          return refusals ?? [];
        },
      },
    },
    effects: [
      on(conversationMerged, ({ from, into }) => presence.rename(from, into)),
      on(conversationDeleted, ({ conversationKey }) => presence.forget(conversationKey)),
    ],
    sweeps: [sweepDrains({ store, read, now, drains: kit.rowSteps('drains') })],
  };
}
