import type { Result } from '../../../shared/lib/result.ts';
import type { Answer, ApiError, Handler, Request } from './operation.ts';
import { conversationOperations } from './operations/conversations.ts';
import { serviceOperations } from './operations/service.ts';
import { workOperations } from './operations/work.ts';

/** Everything that can be asked over HTTP in one question and one answer. Streams stand in streams.ts. */
export const operations = {
  ...conversationOperations,
  ...workOperations,
  ...serviceOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** What answers each operation. Rooms bring theirs; the composition root puts them together. */
export type Handlers = { readonly [Id in OperationId]: Handler<Operations[Id]> };

/** The conductor as a program sees it, whether inside its process or over HTTP. Never rejects. */
export interface BatonApi {
  call<Id extends OperationId>(
    id: Id,
    request?: Partial<Request<Operations[Id]>>,
    options?: { readonly signal?: AbortSignal; readonly idempotencyKey?: string },
  ): Promise<Result<Answer<Operations[Id]>, ApiError>>;
}
