import type * as z from 'zod';

import type { actionsOperations } from '../../../../../shared/api/actions.ts';
import type { Caller } from '../../../../../shared/api/operation.ts';
import type { toolServerDetail, toolsOperations } from '../../../../../shared/api/tools.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, notFound } from '../../../engine/not-found.ts';
import { keyWithin, listPage } from '../conversations/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { createCancelAction } from './cancel-action.ts';
import { createListTools } from './list-tools.ts';
import type { InstructionRunner } from './run-instructions.ts';
import { briefingText } from './tools/briefing.ts';
import type { Manual } from './tools/manual.ts';
import type { ToolServers } from './tools/tool.ts';
import { type InstructionView, instructionView } from './views.ts';
import * as actions from './queries.ts';

type ActionKit = Pick<Kit, 'store' | 'read' | 'now' | 'newId'> & {
  readonly settings: Pick<Kit['settings'], 'maxAttempts'>;
};

/** Actions that assistants asked for, and what they may ask for. */
export function createActionHandlers(
  kit: ActionKit,
  deps: {
    readonly settings: SettingsNow;
    readonly manual: Manual;
    readonly toolServers: ToolServers;
    readonly runner: Pick<InstructionRunner, 'cancel'>;
  },
): HandlersOf<typeof actionsOperations & typeof toolsOperations> {
  const { read } = kit;
  const { settings, manual, toolServers, runner } = deps;
  const cancel = createCancelAction(kit, settings);

  async function instructionOf(id: string): Promise<InstructionView | null> {
    const row = await read.one(actions.shownInstruction({ instructionId: id }));
    return row && instructionView(row);
  }

  return {
    listInstructions: async ({ query: { status, ...query } }) =>
      listPage(
        query,
        (page) =>
          read.one(actions.shownInstructions({ conversation: query.conversation, status, page })),
        instructionView,
      ),
    getInstruction: async ({ params: { id } }) => found(await instructionOf(id), 'instruction', id),

    async cancelInstruction({ params: { id } }, caller) {
      const outcome = await cancel(id, caller.via);
      if (outcome === 'not_found') return notFound(`There is no action ${id}.`);
      if (outcome === 'invalid_transition') {
        return err({ code: outcome, text: 'The action has ended already.' });
      }
      if (outcome === 'running') await untilGone(runner.cancel(id), caller);
      const ended = await instructionOf(id);
      // It is read back; it may have been deleted in between.
      return ended === null ? notFound(`The action ${id} is gone.`) : ok(ended);
    },

    listTools: createListTools({ read, manual, servers: toolServers }),
    getToolServer: ({ params: { id } }) =>
      Promise.resolve(found(serverOf(toolServers, id), 'tool server', id)),
    async restartToolServer({ params: { id } }) {
      const could = await toolServers.restart(id);
      return found(could ? serverOf(toolServers, id) : null, 'tool server', id);
    },

    async getBriefing({ query: { conversation } }) {
      const key = await keyWithin(read, conversation);
      if (!key.ok) return key;
      return ok({ text: briefingText(await manual.targets(key.value)) });
    },
  };
}

const SHOWN_LINES = 50;

function serverOf(servers: ToolServers, name: string): z.output<typeof toolServerDetail> | null {
  const status = servers.status().find(({ server }) => server === name);
  if (status === undefined) return null;
  const { pid = null, lastWords = '' } = servers.detail(name) ?? {};
  const lines = lastWords.trimEnd().split(/\r?\n/).slice(-SHOWN_LINES);
  return { ...status, pid, last_words: lines.filter((line) => line !== '') };
}

/** Resolves when it has ended, or the caller has left. */
async function untilGone(ended: Promise<void>, { signal }: Caller): Promise<void> {
  const left = Promise.withResolvers<void>();
  const leave = () => left.resolve();
  if (signal.aborted) return;
  signal.addEventListener('abort', leave, { once: true });
  await Promise.race([ended, left.promise]);
  signal.removeEventListener('abort', leave);
}
