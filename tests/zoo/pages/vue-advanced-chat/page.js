import { register } from 'vue-advanced-chat';

register();

const me = '1234';
const users = [
  { _id: me, username: 'Me', avatar: '', status: { state: 'online' } },
  { _id: 'bot', username: 'Assistant', avatar: '', status: { state: 'online' } },
];
const room = { roomId: 'room-1', roomName: 'Assistant', avatar: '', users };
const chat = document.createElement('vue-advanced-chat');
let messages = [];

const show = () => (chat.messages = [...messages]);
const put = (message) => {
  const index = messages.findIndex(({ _id }) => _id === message._id);
  if (index < 0) messages.push(message);
  else messages[index] = { ...messages[index], ...message };
  show();
};

Object.assign(chat, {
  currentUserId: me,
  rooms: [room],
  roomsLoaded: true,
  singleRoom: true,
  messages: [],
  messagesLoaded: true,
  height: '600px',
});
chat.addEventListener('fetch-messages', () => (chat.messagesLoaded = true));
chat.addEventListener('send-message', ({ detail: [{ content, roomId }] }) => {
  const _id = crypto.randomUUID();
  put({ _id, content, senderId: me });
  const request = new XMLHttpRequest();
  request.open('POST', `/api/rooms/${roomId}/messages`);
  request.setRequestHeader('Content-Type', 'application/json');
  request.send(JSON.stringify({ _id, content, senderId: me }));
});
document.getElementById('root').append(chat);

const updates = new EventSource(`/api/rooms/${room.roomId}/updates`);
updates.onmessage = ({ data }) => put(JSON.parse(data));
