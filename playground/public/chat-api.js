/** The server said no, in its own words. */
export class Refusal extends Error {}

export async function listWords() {
  const { words } = await readJson(await fetch('/api/words'));
  return words;
}

export async function listChats() {
  const { conversations } = await readJson(await fetch('/api/conversations'));
  return conversations;
}

/** Null when there is no such conversation. */
export async function loadChat(id) {
  const answer = await fetch(`/api/conversations/${encodeURIComponent(id)}`);
  return answer.status === 404 ? null : readJson(answer);
}

/**
 * Sends a message and yields the events of the reply, from `{conversationId, messageId}` on. Throws a
 * `Refusal` before the first event when the message was not taken.
 */
export async function* sendMessage(chatId, message) {
  const answer = await fetch(`/api/conversations/${encodeURIComponent(chatId ?? 'new')}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Refusal(await reasonOf(answer));
  yield* readEvents(answer);
}

/** The events of a reply that is being written already, from its start. None when it is written. */
export async function* followReply(chatId) {
  const answer = await fetch(`/api/conversations/${encodeURIComponent(chatId)}/reply`);
  if (answer.status === 200) yield* readEvents(answer);
}

/** Yields `{started}`, `{text}` and `{failed}`; returns at `[DONE]`, throws when the stream breaks off. */
async function* readEvents(answer) {
  let buffered = '';
  for await (const text of textOf(answer.body)) {
    const events = (buffered + text).split('\n\n');
    buffered = events.pop() ?? '';
    for (const event of events) {
      const data = event.replace(/^data: /, '');
      if (data === '[DONE]') return;
      const { id, conversation_id: conversationId, choices, error } = JSON.parse(data);
      if (error) {
        yield { failed: error.message };
        return;
      }
      if (conversationId) yield { started: { conversationId, messageId: id } };
      const content = choices[0].delta.content;
      if (content) yield { text: content };
    }
  }
  throw new Error('The connection was lost. Reload the page to see how the reply went on.');
}

async function* textOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function readJson(answer) {
  if (!answer.ok) throw new Refusal(await reasonOf(answer));
  return answer.json();
}

async function reasonOf(answer) {
  const body = await answer.json().catch(() => null);
  return body?.error?.message ?? `The server answered ${answer.status}.`;
}
