import type { HistoryTurn, Platform } from '../platforms/platform.ts';
import type { TapLink } from './connect-tap.ts';

/** Most conversations known at once by the address of their history; the oldest go first. */
const MAX_LEARNED = 50;

/** Reads conversations' histories: by the adapter's path, or by the address of a read the page itself made. */
export class HistoryAccess {
  readonly #platform: Platform;
  readonly #tap: TapLink;
  readonly #learned = new Map<string, string>();
  #asksToLogIn = false;
  #last: { readonly id: string; readonly turns: readonly HistoryTurn[] } | null = null;

  constructor(platform: Platform, tap: TapLink) {
    this.#platform = platform;
    this.#tap = tap;
  }

  /** The page read this. Its turns, should it be the history of the conversation; null otherwise. */
  offer(
    url: string,
    remoteConversationId: string | null,
    body: string,
  ): readonly HistoryTurn[] | null {
    const { history } = this.#platform;
    if (remoteConversationId === null || history === null) return null;
    if (history.path(remoteConversationId) !== null || !names(url, remoteConversationId))
      return null;
    const turns = history.parse(body);
    if (turns === null) return null;
    this.#learn(remoteConversationId, url);
    this.#last = { id: remoteConversationId, turns };
    return turns;
  }

  #learn(remoteConversationId: string, url: string): void {
    this.#learned.delete(remoteConversationId);
    this.#learned.set(remoteConversationId, url);
    const [oldest] = this.#learned.keys();
    if (this.#learned.size > MAX_LEARNED && oldest !== undefined) this.#learned.delete(oldest);
  }

  canRead(remoteConversationId: string): boolean {
    return this.#pathOf(remoteConversationId) !== null;
  }

  /** The last read was refused for want of a login. */
  get asksToLogIn(): boolean {
    return this.#asksToLogIn;
  }

  /** The turns as they were last read; none where they were not, or another conversation's were since. */
  lastRead(remoteConversationId: string): readonly HistoryTurn[] {
    return this.#last?.id === remoteConversationId ? this.#last.turns : [];
  }

  /** Oldest first; null when it cannot be read now. */
  async read(remoteConversationId: string): Promise<readonly HistoryTurn[] | null> {
    const path = this.#pathOf(remoteConversationId);
    if (path === null) return null;
    const answer = await this.#tap.read(path);
    // Where only the page knows how to log a read in, being refused says nothing of its own login.
    const isOwnWay = (this.#platform.history?.path(remoteConversationId) ?? null) !== null;
    this.#asksToLogIn = answer?.status === 401 && isOwnWay;
    if (answer === null || answer.status < 200 || answer.status >= 300) return null;
    const turns = this.#platform.history?.parse(answer.body) ?? null;
    if (turns !== null) this.#last = { id: remoteConversationId, turns };
    return turns;
  }

  #pathOf(remoteConversationId: string): string | null {
    const path = this.#platform.history?.path(remoteConversationId) ?? null;
    if (path !== null) return path;
    const url = this.#learned.get(remoteConversationId);
    if (url === undefined) return null;
    const { origin, pathname, search } = new URL(url);
    return origin === location.origin ? pathname + search : null;
  }
}

/** Does the id stand in the address, and not in the middle of another? */
function names(url: string, id: string): boolean {
  const [before, ...after] = decoded(url).split(id);
  let left = before ?? '';
  return after.some((right) => {
    const isWhole = !/[\w-]$/.test(left) && !/^[\w-]/.test(right); // guard: own-history
    left = right;
    return isWhole;
  });
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url; // A lone % encodes nothing.
  }
}
