import type { memoryOperations } from '../../../../../../shared/api/memory.ts';
import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { unknown } from '../../../../engine/not-found.ts';
import { actionsFeature, sourceOf } from '../../../heart/actions/feature.ts';
import type { AgentsPort } from '../start.ts';
import { memoryTools } from './memory-tools.ts';
import { wishOf } from './memory-wish.ts';
import { changeMemory } from './steps/change-memory.ts';
import { tellMemory } from './tell-memory.ts';
import { memoryView, type MemoryView } from './views.ts';
import * as agents from '../queries.ts';
import * as memory from './queries.ts';

/** Starts the memory of agents: tools for agents, operations for people, a text in each request. */
export function startMemory(
  kit: Kit,
  { addContext }: Pick<AgentsPort, 'addContext'>,
): Handling<null, typeof memoryOperations> {
  const { store, read, now, newId } = kit;
  kit.use(actionsFeature).tools.add(sourceOf(memoryTools({ store, read, now })));
  addContext((state) => tellMemory(read, state));

  async function viewOf(id: string): Promise<MemoryView | null> {
    const shown = await read.one(agents.agentSession({ localConversationId: id }));
    if (shown === null) return null;
    const { conversationKey } = shown.session;
    return memoryView(id, await read.one(memory.memoryNow({ conversationKey })));
  }

  return {
    provides: null,
    handlers: {
      async getMemory({ params: { id } }) {
        const view = await viewOf(id);
        return view === null ? err(unknown('session', id, 'params.id')) : ok(view);
      },
      async changeMemory({ params: { id }, body }, { via }) {
        const shown = await read.one(agents.agentSession({ localConversationId: id }));
        if (shown === null) return err(unknown('session', id, 'params.id'));
        const changed = await store.run(changeMemory, {
          conversationKey: shown.session.conversationKey,
          changeId: newId(),
          wish: wishOf(body),
          by: 'person',
          via,
          now: now(),
        });
        if (!changed.ok) return err(changed.error);
        const view = await viewOf(id);
        return view === null ? err(unknown('session', id, 'params.id')) : ok(view);
      },
    },
  };
}
