import { useRef } from 'preact/hooks';

import type { Request } from '../../shared/api/operation.ts';
import type { OperationId, Operations, ResponseOf } from '../../shared/api/operations.ts';
import { type Deed, useDeed } from '../store/world.ts';

/** After these nobody knows whether it was taken: the same try again is the same wish. */
const UNKNOWN = ['conductor_unreachable', 'internal'];

/** A deed that stays one however often it is tried, as long as what is wished is the same. */
export function useWish<Id extends OperationId>(
  id: Id,
): {
  readonly deed: Deed;
  /** Null: it failed, or is under way already. */
  readonly run: (request: Partial<Request<Operations[Id]>>) => Promise<ResponseOf<Id> | null>;
} {
  const deed = useDeed();
  const wish = useRef<{ readonly what: string; readonly key: string } | null>(null);
  return {
    deed,
    async run(request) {
      const what = JSON.stringify(request);
      if (wish.current?.what !== what) wish.current = { what, key: crypto.randomUUID() };
      const answered = await deed.run(id, request, { idempotencyKey: wish.current.key });
      if (answered === null) return null;
      if (answered.ok || !UNKNOWN.includes(answered.error.code)) wish.current = null;
      return answered.ok ? answered.value : null;
    },
  };
}
