import type { Input } from '../../../../../shared/api/operation.ts';
import type { serviceOperations } from '../../../../../shared/api/service.ts';
import type { TrailFilter } from './queries.ts';

/** Returns the filter that a request asks for. */
export function filterOf({
  conversation,
  type,
  subject: subjectId,
  run: runId,
  from,
  to,
}: Input<(typeof serviceOperations)['countEvents']>['query']): TrailFilter & {
  readonly conversation: string | undefined;
} {
  return { conversation, types: type?.split(',') ?? [], subjectId, runId, from, to };
}
