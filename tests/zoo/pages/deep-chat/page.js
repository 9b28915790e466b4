import 'deep-chat';

const chat = document.createElement('deep-chat');
chat.connect = { url: '/chat-stream', stream: true };
chat.style.width = '600px';
chat.style.height = '450px';
document.getElementById('root').append(chat);
