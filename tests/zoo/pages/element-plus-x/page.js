import { BubbleList, Sender, useXStream } from 'vue-element-plus-x';
import { computed, createApp, h, ref, watch } from 'vue';

const { startStream, data, error, isLoading } = useXStream();
const list = ref([]);
const draft = ref('');
const wordsOf = ({ content, message }) => content ?? message ?? '';
const content = computed(() => data.value.map((chunk) => wordsOf(JSON.parse(chunk.data))).join(''));
watch(content, (text) => {
  if (isLoading.value || text !== '') Object.assign(list.value.at(-1), { content: text });
});

async function ask() {
  const query = draft.value;
  draft.value = '';
  const key = list.value.length;
  list.value.push({ key, placement: 'end', content: query });
  list.value.push({ key: key + 1, placement: 'start', content: '' });
  const response = await fetch('/api/sse', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  if (response.ok) await startStream({ readableStream: response.body });
  const failure = response.ok ? error.value : new Error(response.statusText);
  if (failure) list.value.at(-1).content += failure.message;
}

const Chat = () =>
  h('div', { style: 'display: flex; flex-direction: column; height: 500px' }, [
    h(BubbleList, { list: list.value, style: 'flex: 1; white-space: pre-wrap' }),
    h(Sender, {
      modelValue: draft.value,
      'onUpdate:modelValue': (value) => (draft.value = value),
      loading: isLoading.value,
      onSubmit: ask,
    }),
  ]);

createApp(Chat).mount('#root');
