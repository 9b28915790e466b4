import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import type { ZooPage } from '../../zoo-page.ts';

const BODY = `<div x-data="chat">
  <template x-for="turn in turns"><p><b x-text="turn.from"></b> <span x-text="turn.text"></span></p></template>
  <form @submit.prevent="send">
    <textarea x-model="draft" @keydown.enter.prevent="send"></textarea>
    <button>Ask</button>
  </form>
</div>`;

/** Words as they come, from a small server that says nothing of what they are. */
export const alpine: ZooPage = {
  name: 'alpine',
  packages: 'alpinejs 3',
  wire: 'plain text in chunks, without a content type',
  id: 'none',
  path: '/',
  body: BODY,
  composer: 'textarea',
  faults: ['refused', 'cut'],
  async serve(request, response, model) {
    if (request.url !== '/ask') return false;
    const { question } = await readJson(request);
    const reply = await model.take(String(question));
    response.writeHead(200);
    await stream(response, reply, (piece) => piece);
    return finish(response, reply, '', (failure) => `\n${JSON.stringify(failure)}`);
  },
};
