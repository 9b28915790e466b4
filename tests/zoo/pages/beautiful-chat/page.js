import { createApp, h, resolveComponent } from 'vue';
import Chat from 'vue3-beautiful-chat/esm.js';

const RECONNECT_MS = 300;

const app = createApp({
  data: () => ({ messageList: [], isChatOpen: false, showTypingIndicator: '', socket: null }),
  created() {
    this.connect();
  },
  methods: {
    connect() {
      this.socket = new WebSocket(`ws://${location.host}/support`);
      this.socket.addEventListener('message', ({ data }) => this.take(JSON.parse(data)));
      this.socket.addEventListener('close', () => {
        this.showTypingIndicator = '';
        setTimeout(() => this.connect(), RECONNECT_MS);
      });
    },
    take(message) {
      this.showTypingIndicator = message.type === 'typing' ? message.author : '';
      if (message.type !== 'typing') this.messageList = [...this.messageList, message];
    },
    onMessageWasSent(message) {
      this.messageList = [...this.messageList, message];
      this.socket.send(JSON.stringify(message));
    },
  },
  render() {
    return h(resolveComponent('beautiful-chat'), {
      participants: [{ id: 'support', name: 'Support', imageUrl: 'data:,' }],
      titleImageUrl: 'data:,',
      onMessageWasSent: this.onMessageWasSent,
      messageList: this.messageList,
      newMessagesCount: 0,
      isOpen: this.isChatOpen,
      open: () => (this.isChatOpen = true),
      close: () => (this.isChatOpen = false),
      showTypingIndicator: this.showTypingIndicator,
      showLauncher: true,
      alwaysScrollToBottom: true,
      messageStyling: false,
    });
  },
});
app.use(Chat);
app.mount('#root');
