import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** An editable block, and the REST channel of a Rasa assistant: all it has to say, in one list. */
export const minchat: ZooPage = {
  name: 'minchat',
  packages: '@minchat/react-chat-ui 1',
  wire: 'Rasa REST channel (one JSON list)',
  id: 'body (`sender`)',
  path: '/',
  composer: '[data-testid="message-input"]',
  async serve(request, response, model) {
    if (request.url !== '/webhooks/rest/webhook') return false;
    const { sender, message } = await readJson(request);
    const reply = await model.take(String(message));
    // Rasa logs what goes wrong in its dialogue, and says nothing then.
    if (reply.fault === 'error') return json(response, []);
    const text = await wholeOf(reply);
    const said: object[] = [{ recipient_id: sender, text }];
    if (reply.fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(JSON.stringify(said).slice(0, -3));
      await cut(response);
      return true;
    }
    if (reply.fault === 'failure') said.push({ recipient_id: sender, custom: FAILURE });
    return json(response, said);
  },
};
