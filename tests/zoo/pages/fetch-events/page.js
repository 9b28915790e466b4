import { fetchEventSource } from '@microsoft/fetch-event-source';
import van from 'vanjs-core';

const { article, div, main, textarea } = van.tags;
const log = div();

async function send(composer) {
  const question = composer.value;
  if (question.trim() === '') return;
  composer.value = '';
  const answer = van.state('');
  van.add(
    log,
    article({ class: 'mine' }, question),
    article(() => answer.val),
  );
  try {
    await fetchEventSource('/api/ask', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ question }),
      openWhenHidden: true,
      async onopen(response) {
        if (!response.ok) throw new Error('The assistant cannot be reached.');
      },
      onmessage({ event, data }) {
        if (event === 'error') throw new Error(data);
        if (data !== '[DONE]') answer.val += data;
      },
      onerror(error) {
        throw error;
      },
    });
  } catch (error) {
    answer.val = error.message;
  }
}

const composer = textarea({
  rows: 3,
  onkeydown(event) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send(event.target);
  },
});
van.add(document.querySelector('#root'), main(log, composer));
