import * as z from 'zod';

import { memoryChange } from '../../../../../../shared/api/memory.ts';
import type { Reader } from '../../../../engine/query.ts';
import type { Clock, Store } from '../../../../engine/runtime.ts';
import {
  defineTool,
  failed,
  jsonResult,
  textResult,
  type Tool,
} from '../../../heart/actions/feature.ts';
import { itemLine } from './memory-text.ts';
import { wishOf } from './memory-wish.ts';
import { MEMORY_KINDS } from './rows.ts';
import { changeMemory } from './steps/change-memory.ts';
import * as memoryQueries from './queries.ts';

const NOTHING_NOTED = 'Nothing is noted (version 0).';

/** The `memory` target: what an agent notes of its conversation. */
export function memoryTools(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
}): readonly Tool[] {
  const { store, read, now } = deps;

  const update = defineTool({
    id: 'memory::update',
    params: memoryChange,
    risk: 'low',
    idempotent: true,
    agentsOnly: true,
    help: 'Notes what should outlast this conversation. It adds, changes, ends and removes items; name the version that you read.',
    async run(params, { conversationKey, instructionId: changeId }) {
      const changed = await store.run(changeMemory, {
        conversationKey,
        changeId,
        wish: wishOf(params),
        by: 'agent',
        via: 'tool',
        now: now(),
      });
      if (!changed.ok) return failed(changed.error.code, changed.error.text);
      const { version, added, replaced } = changed.value;
      return jsonResult({ version, added: [...added], replaced: { ...replaced } });
    },
  });

  const search = defineTool({
    id: 'memory::search',
    params: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(200)
        .describe('Words that all occur, or their beginnings; "in quotes": next to each other'),
      kinds: z.array(z.enum(MEMORY_KINDS)).min(1).optional(),
      limit: z.int().min(1).max(50).optional().describe('20 without it'),
    }),
    risk: 'low',
    readOnly: true,
    agentsOnly: true,
    help: 'Finds items of the memory by their words.',
    async run({ query: words, kinds = null, limit = 20 }, { conversationKey }) {
      const found = await read.one(
        memoryQueries.memoryFound({ conversationKey, words, kinds, limit }),
      );
      return textResult(found.length === 0 ? 'Nothing fits.' : found.map(itemLine).join('\n'));
    },
  });

  const view = defineTool({
    id: 'memory::view',
    params: z.strictObject({}),
    risk: 'low',
    readOnly: true,
    agentsOnly: true,
    help: 'The whole memory of this conversation, with its version.',
    async run(_params, { conversationKey }) {
      const { memory, items } = await read.one(memoryQueries.memoryNow({ conversationKey }));
      if (memory === null) return textResult(NOTHING_NOTED);
      const lines = MEMORY_KINDS.flatMap((kind) => {
        const own = items.filter((item) => item.kind === kind);
        return own.length === 0 ? [] : [kind, ...own.map(itemLine)];
      });
      return textResult([`version ${memory.version}`, ...lines].join('\n'));
    },
  });

  return [update, search, view];
}
