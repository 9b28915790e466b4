import type { PageLocation, TappedRequest } from '../platform.ts';

/** Path segments after which sites put a conversation's id. */
const BEFORE_ID =
  /^(?:c|chats?|conversations?|threads?|sessions?|topics?|rooms?|t|s|a|app|prompts?|search|messages?)$/;
const QUERY_NAMES =
  /^(?:c|chat|chat_?id|conversation|conversation_?id|thread|thread_?id|session|session_?id|topic)$/i;
const ID = /^[\w.:~-]{4,200}$/;
/** An id by its own look: long enough, and with a digit, as words in an address have none. */
const OBVIOUS_ID = /^(?=[^\d]*\d)[\w.:~-]{8,200}$/;
const READ_ONLY = /^(?:share|shared|public|embed)$/;
const NOT_AN_ID = /^(?:new|history|settings|login|index\.html?)$/i;

/** Finds the conversation's id in path, hash or query, in this order. */
export function locate(page: URL): PageLocation {
  const path = segmentsOf(page.pathname);
  const hash = page.hash.replace(/^#!?/, '');
  const id =
    idIn(path) ??
    idIn(segmentsOf(hash)) ??
    idInQuery(page.searchParams) ??
    idInQuery(queryOf(hash));
  return {
    remoteConversationId: id,
    provisionalId: null,
    excluded: path.some((segment) => READ_ONLY.test(segment)),
  };
}

/**
 * The conversation id in the path of a request to the site's own interface. Words stand there, too, as in
 * `/v1/chat/completions`: an id has a digit, or is the one that the page shows.
 */
export function idInRequestPath({ url, pageUrl }: TappedRequest): string | null {
  const id = idIn(segmentsOf(new URL(url, pageUrl).pathname));
  if (id === null || /\d/.test(id)) return id;
  return id === locate(new URL(pageUrl)).remoteConversationId ? id : null;
}

function idIn(segments: readonly string[]): string | null {
  const named = segments.findLast(
    (segment, index) => BEFORE_ID.test(segments[index - 1] ?? '') && isId(segment, ID),
  );
  return named ?? segments.findLast((segment) => isId(segment, OBVIOUS_ID)) ?? null;
}

function idInQuery(query: URLSearchParams): string | null {
  for (const [name, value] of query) {
    if (QUERY_NAMES.test(name) && isId(value, ID)) return value;
  }
  return null;
}

function isId(text: string, pattern: RegExp): boolean {
  return pattern.test(text) && !NOT_AN_ID.test(text) && !BEFORE_ID.test(text);
}

function queryOf(hash: string): URLSearchParams {
  const mark = hash.indexOf('?');
  return new URLSearchParams(mark < 0 ? hash : hash.slice(mark + 1));
}

function segmentsOf(path: string): readonly string[] {
  const beforeQuery = path.split('?', 1)[0] ?? '';
  return beforeQuery.split('/').filter((segment) => segment !== '' && !segment.includes('%'));
}
