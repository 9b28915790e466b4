import type { PageLocation } from '../platform.ts';

/** `/chat` up to version 1, `/agent/<id>` and `/group/<id>` since; a path of the host may come first. */
const CHAT = /\/(?:chat|(?:agent|group)\/[^/]+)(?:\/(tpc_\w+))?\/?$/;
const TOPIC = /^tpc_\w+$/;

/** The conversation is the topic; without one the next message begins one. Source: site.md. */
export function locate(page: URL): PageLocation {
  const found = CHAT.exec(page.pathname);
  const topic = found?.[1] ?? page.searchParams.get('topic');
  return {
    remoteConversationId: found !== null && isTopicId(topic) ? topic : null,
    provisionalId: null,
    // A thread branches off a topic and has a composer of its own beside the topic's.
    excluded: found === null || page.searchParams.has('thread'),
  };
}

export function isTopicId(id: string | null): id is string {
  return id !== null && TOPIC.test(id);
}
