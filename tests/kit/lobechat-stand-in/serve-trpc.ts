import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Returns a procedure's answer to its input, which nobody has checked yet. */
type Procedure = (input: unknown) => unknown;

const params = z.object({ names: z.string() });
const query = z.object({ batch: z.literal('1'), input: z.string().optional() });
const inputs = z.record(z.string(), z.object({ json: z.unknown() }));

/** tRPC as the batch link speaks it: several calls in one request, their inputs and outcomes wrapped by superjson. */
export function serveTrpc(
  app: FastifyInstance,
  procedures: Readonly<Record<string, Procedure>>,
): void {
  const answer = (request: FastifyRequest): Promise<object[]> => {
    const { input } = query.parse(request.query);
    const asked = inputs.parse(request.method === 'GET' ? JSON.parse(input ?? '{}') : request.body);
    const names = params.parse(request.params).names.split(',');
    return Promise.all(
      names.map(async (name, index) => {
        const procedure = procedures[name];
        if (procedure === undefined) return errorOf(`No procedure found on path "${name}"`);
        try {
          const json = await procedure(asked[String(index)]?.json);
          return { result: { data: { json } } };
        } catch (error) {
          return errorOf(error instanceof Error ? error.message : String(error));
        }
      }),
    );
  };
  app.get('/trpc/lambda/:names', answer);
  app.post('/trpc/lambda/:names', answer);
}

function errorOf(message: string): object {
  return { error: { json: { message, code: -32_600, data: { code: 'BAD_REQUEST' } } } };
}
