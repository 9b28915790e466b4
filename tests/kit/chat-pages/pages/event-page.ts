import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

import { addLine, part } from './page-parts.ts';

/** ProseMirror and a button of which only the icon shows; XMLHttpRequest out, an EventSource in, the id only there. */
const talk = part('article');
let conversation: string | null = sessionStorage.getItem('now');
let words: HTMLElement | null = null;
const view = new EditorView(part('aside'), {
  state: EditorState.create({
    schema,
    plugins: [keymap({ Enter: send }), keymap(baseKeymap)],
  }),
});
part('svg').parentElement?.addEventListener('click', () => void send());

const tab = crypto.randomUUID();
const source = new EventSource(`/events?for=${tab}`);
source.addEventListener('piece', ({ data }: MessageEvent<string>) => {
  const told = JSON.parse(data) as { conversation_id: string; delta: string };
  conversation = told.conversation_id;
  sessionStorage.setItem('now', conversation);
  words ??= addLine(talk, 'They', '');
  words.textContent += told.delta;
});
source.addEventListener('end', () => {
  words = null;
});

function send(): boolean {
  const { size } = view.state.doc.content;
  const text = view.state.doc.textBetween(0, size, '\n', '\n');
  if (text.trim() === '') return true;
  view.dispatch(view.state.tr.delete(0, size));
  addLine(talk, 'Me', text);
  const xhr = new XMLHttpRequest();
  xhr.open('POST', `/ask?for=${tab}`);
  xhr.setRequestHeader('content-type', 'application/json');
  xhr.send(JSON.stringify({ text, ...(conversation && { conversation_id: conversation }) }));
  return true;
}
