import type { Ask } from '../api/ask.ts';
import { word } from '../words/word.ts';
import type { PaletteRow, Wish } from './palette-rows.ts';

/** Returns the conductor's finds for the typed text: conversations, deliveries by their id, words in messages. */
export async function findRows(
  ask: Ask,
  route: (path: string) => void,
  wish: Wish,
  signal: AbortSignal,
): Promise<readonly PaletteRow[]> {
  if (wish.kind === 'words' && wish.text !== '') {
    const found = await ask('search', { query: { q: wish.text, limit: 20 } }, { signal });
    if (!found.ok) return [];
    return found.value.items.map((hit, index) => ({
      id: `hit ${index}`,
      text: hit.excerpt.replaceAll(/[\u2068\u2069]/g, ''),
      hint: hit.title ?? word('untitled'),
      kind: word('palette_message'),
      run: () => route(`/conversations/${hit.local_conversation_id}`),
    }));
  }
  if (wish.kind !== 'all') return [];
  const [conversations, jobs] = await Promise.all([
    ask(
      'listConversations',
      { query: { limit: 12, ...(wish.text !== '' && { title: wish.text }) } },
      { signal },
    ),
    isIdStart(wish.text)
      ? ask('listJobs', { query: { id: wish.text, limit: 12 } }, { signal })
      : null,
  ]);
  return [
    ...(conversations.ok ? conversations.value.items : []).map((one) => ({
      id: `conversation ${one.local_conversation_id}`,
      text: one.title ?? word('untitled'),
      hint: one.platform,
      kind: word('palette_conversation'),
      run: () => route(`/conversations/${one.local_conversation_id}`),
    })),
    ...(jobs?.ok === true ? jobs.value.items : []).map((one) => ({
      id: `job ${one.job_id}`,
      text: one.job_id,
      hint: one.status,
      kind: word('palette_job'),
      run: () => route(`/jobs/${one.job_id}`),
    })),
  ];
}

function isIdStart(text: string): boolean {
  return /^[\w-]{3,}$/.test(text);
}
