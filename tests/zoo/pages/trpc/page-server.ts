import type { IncomingMessage, ServerResponse } from 'node:http';

import { cut } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface Call {
  readonly input: { readonly text: string };
  readonly ctx: { readonly response: ServerResponse };
}
interface Trpc {
  readonly router: (routes: object) => object;
  readonly procedure: {
    readonly input: (parse: (input: unknown) => unknown) => {
      readonly mutation: (run: (call: Call) => AsyncIterable<unknown>) => object;
    };
  };
}
interface TrpcServer {
  readonly initTRPC: { readonly create: () => Trpc };
}
interface Standalone {
  readonly createHTTPHandler: (options: object) => Handler;
}

const handlers = new WeakMap<Model, Handler>();

/** A mutation of tRPC whose words are streamed, answered by tRPC's own server. */
export const trpc: ZooPage = {
  name: 'trpc',
  packages: '@trpc/client 11',
  wire: 'tRPC, streamed (JSON lines)',
  id: 'none',
  path: '/',
  body: '<ul></ul><form><textarea></textarea><button>Send</button></form>',
  composer: 'textarea',
  button: 'button',
  faults: ['error', 'cut'],
  serve(request, response, model) {
    const isAsked = request.url?.startsWith('/trpc/') === true;
    if (isAsked) handlers.get(model)?.(request, response);
    return Promise.resolve(isAsked);
  },
  async attach(_server, model, load) {
    const { initTRPC } = (await load('@trpc/server')) as TrpcServer;
    const { createHTTPHandler } = (await load('@trpc/server/adapters/standalone')) as Standalone;
    const { router, procedure } = initTRPC.create();
    const send = procedure
      .input((input) => input)
      .mutation(async function* ({ input, ctx }) {
        const { pieces, fault } = await model.take(input.text);
        if (fault === 'error') throw new Error(ERROR_TEXT);
        yield* pieces;
        if (fault === 'cut') await cut(ctx.response);
        if (fault === 'failure') yield FAILURE;
      });
    const handler = createHTTPHandler({
      basePath: '/trpc/',
      router: router({ chat: router({ send }) }),
      createContext: ({ res }: { res: ServerResponse }) => ({ response: res }),
    });
    handlers.set(model, handler);
  },
};
