import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A component for assistants with an editable block; its prompt is posted, and answered in one document. */
export const syncfusion: ZooPage = {
  name: 'syncfusion',
  packages: '@syncfusion/ej2-interactive-chat 34',
  wire: 'one JSON document over XMLHttpRequest',
  id: 'none',
  path: '/',
  body: '<div id="assistant" style="height:600px"></div>',
  composer: '.e-assist-textarea',
  takesMarkup: true,
  async serve(request, response, model) {
    if (request.url !== '/api/assist') return false;
    const { prompt } = await readJson(request);
    const reply = await model.take(String(prompt));
    if (reply.fault === 'error') return json(response, { error: { message: ERROR_TEXT } });
    const text = await wholeOf(reply);
    if (reply.fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(JSON.stringify({ response: text }).slice(0, -3));
      await cut(response);
      return true;
    }
    return json(response, { response: text, ...(reply.fault === 'failure' && FAILURE) });
  },
};
