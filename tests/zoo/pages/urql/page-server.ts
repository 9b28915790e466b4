import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Operation {
  readonly operationName: string;
  readonly variables: { readonly text: string };
}

/** A chat behind GraphQL, kept by its site: a query of its messages, and a mutation that answers. */
export const urql: ZooPage = {
  name: 'urql',
  packages: '@urql/vue 2 (GraphQL), vue 3',
  wire: 'a GraphQL mutation (one JSON document)',
  id: 'path, body (`chatId`)',
  path: '/chats/5f0c2c1e-93d4-4f0b-8a51-0c7be2f9d6aa',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/graphql') return false;
    const { operationName, variables } = (await readJson(request)) as unknown as Operation;
    const typed = (typename: string, rest: object): object => ({ ...rest, __typename: typename });
    if (operationName === 'Chat') {
      const messages = model.turns.map(({ id, role, text }) =>
        typed('Message', { id, role: role.toUpperCase(), content: text }),
      );
      return json(response, { data: { chat: typed('Chat', { messages }) } });
    }
    const reply = await model.take(variables.text);
    if (reply.fault === 'error') {
      return json(response, { errors: [{ message: ERROR_TEXT, path: ['ask'] }], data: null });
    }
    const content = await wholeOf(reply);
    if (reply.fault === 'failure') return json(response, FAILURE);
    const message = typed('Message', { id: reply.id, role: 'ASSISTANT', content });
    const answer = { data: { ask: message } };
    if (reply.fault === null) return json(response, answer);
    const text = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text.slice(0, text.length / 2));
    await cut(response);
    return true;
  },
};
