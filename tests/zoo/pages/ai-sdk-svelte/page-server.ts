import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface UiMessage {
  readonly parts: readonly { readonly text?: string }[];
}

/** AI SDK's text stream: the words and nothing else; the talk has an id in the body, another after each load. */
export const aiSdkSvelte: ZooPage = {
  name: 'ai-sdk-svelte',
  packages: '@ai-sdk/svelte 5 (AI SDK 7)',
  wire: 'plain text in chunks',
  id: 'body (`id`)',
  path: '/',
  composer: 'textarea',
  button: 'button',
  faults: ['refused', 'cut'],
  async serve(request, response, model) {
    if (request.url !== '/api/completion') return false;
    const { messages } = (await readJson(request)) as { messages: UiMessage[] };
    const text =
      messages
        .at(-1)
        ?.parts.map((part) => part.text ?? '')
        .join('') ?? '';
    const reply = await model.take(text);
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    await stream(response, reply, (piece) => piece);
    return finish(response, reply, '', (failure) => `\n${JSON.stringify(failure)}`);
  },
};
