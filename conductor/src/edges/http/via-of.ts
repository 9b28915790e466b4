import type { FastifyRequest } from 'fastify';

import type { Caller } from '../../../../shared/api/operation.ts';

/** Returns which of our own programs sent a request, as it says; for the audit trail. */
export function viaOf({ headers, faceSession }: FastifyRequest): Caller['via'] {
  if (faceSession !== null) return 'face';
  const said = headers['baton-via'];
  return said === 'cli' || said === 'mcp' ? said : 'http';
}
