import { Refusal, followReply, listChats, listWords, loadChat, sendMessage } from './chat-api.js';
import { createTurn, createUnsent, setText } from './turn-view.js';

const byId = (id) => document.getElementById(id);
const [sidebar, veil, menu, title] = ['sidebar', 'veil', 'menu', 'title'].map(byId);
const [messages, composer, field, send] = ['messages', 'composer', 'message', 'send'].map(byId);

/** Null: a chat that has no id yet; it comes with the first send. */
let chatId = /^\/c\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;
let lastMessageId = null;
let replying = false;

composer.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value;
  if (text.trim() === '' || replying) return;
  setField('');
  void converse(text);
});

field.addEventListener('input', () => setField(field.value));
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  composer.requestSubmit();
});

menu.addEventListener('click', () => showSidebar(menu.ariaExpanded !== 'true'));
veil.addEventListener('click', () => showSidebar(false));
document.addEventListener('keydown', (event) => event.key === 'Escape' && showSidebar(false));
addEventListener('popstate', () => location.reload());
document.addEventListener('visibilitychange', () => void catchUp());

await Promise.all([showChat(), showChats(), showWords()]);

async function converse(text) {
  const question = { role: 'user', messageId: crypto.randomUUID(), text };
  const turn = createTurn(question);
  append(turn);
  messages.scrollTop = messages.scrollHeight;
  try {
    const message = { message_id: question.messageId, text, parent_id: lastMessageId };
    await showReply(sendMessage(chatId, message), () => {
      lastMessageId = question.messageId;
    });
  } catch (error) {
    if (lastMessageId === question.messageId) {
      showFailure(error);
    } else {
      const reason = error instanceof Refusal ? error.message : 'The server cannot be reached.';
      keepingEndInView(() => turn.replaceWith(createUnsent(text, reason, takeBack)));
    }
  }
  await showChats();
}

/** Shows a reply as it comes in. `onTaken` is called when the server has begun to answer. */
async function showReply(events, onTaken = () => undefined) {
  setReplying(true);
  let turn = null;
  let text = '';
  try {
    for await (const { started, text: more, failed } of events) {
      if (started) {
        onTaken();
        enterChat(started.conversationId);
        turn = createTurn({ role: 'assistant', messageId: started.messageId });
        turn.classList.add('streaming');
        append(turn);
      } else if (failed) {
        turn.replaceWith(createTurn({ role: 'assistant', text: failed, failed: true }));
      } else {
        text += more;
        keepingEndInView(() => setText(turn, text));
      }
    }
    if (turn?.isConnected) lastMessageId = turn.dataset.messageId;
  } finally {
    turn?.classList.remove('streaming');
    setReplying(false);
  }
}

async function showChat() {
  if (chatId === null) return;
  const chat = await loadChat(chatId).catch(showFailure);
  if (chat === null) {
    showFailure(new Error('There is no such conversation here. Start a new one?'));
    composer.inert = true;
  }
  if (!chat) return;
  setTitle(chat.title);
  messages.replaceChildren(...chat.messages.map(viewOf));
  lastMessageId = chat.messages.at(-1)?.message_id ?? null;
  messages.scrollTop = messages.scrollHeight;
  if (chat.replying) await showReply(followReply(chatId)).catch(showFailure);
}

/** Another tab may have gone on with this conversation. */
async function catchUp() {
  if (document.hidden || replying || chatId === null) return;
  const chat = await loadChat(chatId).catch(() => null);
  const newest = chat?.messages.at(-1)?.message_id ?? null;
  if (!replying && chat && (newest !== lastMessageId || chat.replying)) await showChat();
}

async function showChats() {
  const chats = await listChats().catch(() => []);
  byId('chats').replaceChildren(
    ...chats.map(({ conversation_id: id, title: name }) => {
      const link = document.createElement('a');
      link.href = `/c/${id}`;
      link.textContent = name;
      if (id === chatId) {
        link.ariaCurrent = 'page';
        setTitle(name);
      }
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
}

/** One click says it. */
async function showWords() {
  const words = await listWords().catch(() => []);
  const list = byId('words');
  list.replaceChildren(
    ...words.map(({ word, what }) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.title = `It ${what}.`;
      chip.textContent = `/${word}`;
      chip.addEventListener('click', () => {
        if (!replying) void converse(`/${word}`);
      });
      const item = document.createElement('li');
      item.append(chip);
      return item;
    }),
  );
  list.hidden = words.length === 0;
}

function viewOf({ role, message_id: messageId, text, failed }) {
  return createTurn({ role, messageId, text, failed });
}

function enterChat(id) {
  if (chatId === id) return;
  chatId = id;
  history.pushState(null, '', `/c/${id}`);
}

function append(turn) {
  keepingEndInView(() => messages.append(turn));
}

/** A person who scrolled up to read is left where they are. */
function keepingEndInView(change) {
  const { scrollHeight, scrollTop, clientHeight } = messages;
  const wasAtEnd = scrollHeight - scrollTop - clientHeight < 80;
  change();
  if (wasAtEnd) messages.scrollTop = messages.scrollHeight;
}

function showFailure(error) {
  append(createTurn({ role: 'assistant', text: error.message, failed: true }));
}

function takeBack(text) {
  setField(field.value === '' ? text : `${text}\n${field.value}`);
  field.focus();
}

function setField(text) {
  if (field.value !== text) field.value = text;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
  send.disabled = replying || text.trim() === '';
}

function setReplying(now) {
  replying = now;
  messages.ariaBusy = String(now);
  setField(field.value);
}

function setTitle(name) {
  title.textContent = name;
  document.title = `${name} · Playground`;
}

function showSidebar(open) {
  menu.ariaExpanded = String(open);
  sidebar.classList.toggle('open', open);
  veil.hidden = !open;
}
