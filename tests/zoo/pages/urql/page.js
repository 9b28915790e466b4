import { Client, fetchExchange, gql } from '@urql/core';
import { createApp, h, onMounted, ref } from 'vue';
import urql, { useClientHandle } from '@urql/vue';

const CHAT = gql`
  query Chat($chatId: ID!) {
    chat(id: $chatId) {
      messages {
        id
        role
        content
      }
    }
  }
`;
const ASK = gql`
  mutation Ask($chatId: ID!, $text: String!) {
    ask(chatId: $chatId, text: $text) {
      id
      role
      content
    }
  }
`;
const chatId = location.pathname.split('/').at(-1);
const client = new Client({ url: '/graphql', exchanges: [fetchExchange], preferGetMethod: false });

const Chat = {
  setup() {
    const { client: graph } = useClientHandle();
    const [draft, messages, isBusy] = [ref(''), ref([]), ref(false)];

    onMounted(async () => {
      const { data } = await graph.query(CHAT, { chatId });
      messages.value = data?.chat.messages ?? [];
    });

    async function send() {
      const text = draft.value;
      if (text.trim() === '' || isBusy.value) return;
      draft.value = '';
      isBusy.value = true;
      messages.value.push({ role: 'USER', content: text });
      const { data, error } = await graph.mutation(ASK, { chatId, text });
      messages.value.push(data?.ask ?? { role: 'ERROR', content: error?.message ?? 'No answer.' });
      isBusy.value = false;
    }

    return () =>
      h('main', [
        messages.value.map(({ role, content }) => h('article', { class: role }, content)),
        h('textarea', {
          value: draft.value,
          onInput: ({ target }) => (draft.value = target.value),
          onKeydown(event) {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            void send();
          },
        }),
      ]);
  },
};

createApp(Chat).use(urql, client).mount('#root');
