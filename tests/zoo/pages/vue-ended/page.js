import { createApp, h, onMounted, ref } from 'vue';

const id = new URLSearchParams(location.search).get('chat');

const Chat = {
  setup() {
    const turns = ref([]);
    const ended = ref(null);
    const draft = ref('');
    onMounted(async () => {
      const stored = await (await fetch(`/api/chats/${id}`)).json();
      turns.value = stored.messages;
      ended.value = stored.ended;
    });

    async function send() {
      const text = draft.value;
      if (text.trim() === '') return;
      draft.value = '';
      turns.value.push({ role: 'user', text });
      try {
        const response = await fetch(`/api/chats/${id}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ text }),
        });
        if (!response.ok) throw new Error('The server cannot answer.');
        turns.value.push({ role: 'assistant', text: '' });
        const answer = turns.value.at(-1);
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          const lines = (rest + read.value).split('\n');
          rest = lines.pop();
          for (const { delta, error, status, message } of lines.map((line) => JSON.parse(line))) {
            if (error ?? status) throw new Error(error ?? message);
            answer.text += delta ?? '';
          }
        }
      } catch (error) {
        ended.value = `This chat has ended: ${error.message}`;
      }
    }

    const onKeydown = (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      void send();
    };
    return () => [
      ...turns.value.map(({ role, text }) => h('p', { class: role }, text)),
      ended.value
        ? h('p', { role: 'alert' }, ended.value)
        : h('textarea', {
            value: draft.value,
            onInput: (event) => (draft.value = event.target.value),
            onKeydown,
          }),
    ];
  },
};

createApp(Chat).mount('#root');
