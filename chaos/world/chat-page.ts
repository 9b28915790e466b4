import type {
  AttemptProgress,
  CommandAnswers,
  LookOutcome,
  LookRequest,
  ObservedReply,
  PageAnswers,
  PageCommand,
  PageMessage,
  PageState,
} from '../../extension/messages/page-messages.ts';
import { ourTurn } from '../../extension/content/look.ts';
import { isSameMessage } from '../../extension/content/same-message.ts';
import { type ChatSite, LIMIT_MS, type SiteAnswer, type SiteTurn } from '../site/chat-site.ts';
import type { WorldClock } from './world-clock.ts';

/** How long the tap holds a request without an answer before it refuses it. */
const HOLD_LIMIT_MS = 15_000;
const RETRY_MS = 300;
const LOAD_MS = 400;

export interface ShownConversation {
  readonly platform: string;
  readonly remoteId: string;
}

export type ToBackground = <K extends PageMessage['kind']>(
  tabId: number,
  message: Extract<PageMessage, { kind: K }>,
) => Promise<PageAnswers[K]>;

/**
 * A chat page with its content script and tap, kept to the contract of page-messages.ts. It decides what it sees in
 * the history with the extension's own code.
 */
export class ChatPage {
  readonly shown: ShownConversation;
  readonly tabId: number;
  readonly #clock: WorldClock;
  readonly #site: ChatSite;
  readonly #toBackground: ToBackground;
  readonly #progress = new Map<string, AttemptProgress>();
  /** Ids of the turns this document sent. */
  readonly #own = new Set<string>();
  readonly #stopWatching: () => void;
  #alive = true;
  #ready = false;
  #draft = false;

  constructor(
    tabId: number,
    shown: ShownConversation,
    clock: WorldClock,
    site: ChatSite,
    toBackground: ToBackground,
  ) {
    this.tabId = tabId;
    this.shown = shown;
    this.#clock = clock;
    this.#site = site;
    this.#toBackground = toBackground;
    this.#stopWatching = site.onReply((conversation, reply, plan) => {
      if (conversation !== shown.remoteId || !this.#own.has(reply.inReplyTo ?? '')) return;
      if (plan.reply === 'live') this.#report(reply, 'live');
    });
    void this.#load();
  }

  get url(): string {
    return pageUrl(this.shown);
  }

  get state(): PageState {
    return {
      platform: this.shown.platform,
      remote_conversation_id: this.shown.remoteId,
      aliases: [],
      title: this.shown.remoteId,
      url: this.url,
      ready: this.#ready,
      draft: this.#draft,
      problem: null,
      checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    };
  }

  /** A person types, or clears what they typed. */
  setDraft(draft: boolean): void {
    this.#draft = draft;
    void this.#tell({ kind: 'page.state', state: this.state });
  }

  /** The document is gone, and with it whatever it held. What has left it is not undone. */
  end(): void {
    this.#alive = false;
    this.#stopWatching();
  }

  answer(command: PageCommand): CommandAnswers[PageCommand['kind']] {
    if (!this.#alive) throw new Error('Could not establish connection.');
    switch (command.kind) {
      case 'page.identify':
        return this.state;
      case 'attempt.baseline':
        if (this.#draft) {
          return { ok: false, code: 'draft_present', text: 'A draft.', reloads: false };
        }
        return {
          ok: true,
          user_message_ids: this.#history()
            .filter(isUser)
            .map(({ id }) => id),
        };
      case 'attempt.send':
        if (!this.#progress.has(command.attempt_id)) {
          if (this.#draft) return { taken: false, code: 'draft_present', text: 'A draft.' };
          void this.#send(command.attempt_id, command.message_text);
        }
        return { taken: true };
      case 'attempt.query':
        return { progress: this.#progress.get(command.attempt_id) ?? null };
      case 'attempt.look':
        return this.#look(command.look);
      case 'page.stop':
        return { stopped: true };
    }
  }

  /** `chatgpt` names the turn before it is sent; on `claude` only the history does. */
  get #namesTurns(): boolean {
    return this.shown.platform === 'chatgpt';
  }

  #history(): SiteTurn[] {
    return this.#site.history(this.shown.remoteId);
  }

  async #load(): Promise<void> {
    void this.#tell({ kind: 'page.state', state: this.state });
    await this.#clock.sleep(LOAD_MS);
    if (!this.#alive) return;
    this.#ready = true;
    void this.#tell({ kind: 'page.state', state: this.state });
    const newest = this.#history().findLast((turn) => turn.role === 'assistant');
    if (newest !== undefined) this.#report(newest, 'snapshot');
  }

  async #send(attemptId: string, text: string): Promise<void> {
    this.#progress.set(attemptId, { step: 'inserting' });
    await this.#clock.sleep(50);
    if (!this.#alive) return;
    const turnId = `turn-${crypto.randomUUID()}`;
    const named = this.#namesTurns ? turnId : null;
    const go = await Promise.race([
      this.#say(attemptId, { step: 'leaving', user_message_id: named }),
      this.#clock.sleep(HOLD_LIMIT_MS).then(() => null),
    ]);
    if (!this.#alive) return;
    if (go?.go !== true) {
      const code = 'page_gone';
      await this.#say(attemptId, failure(code, 'It was not let go.', null, 'no'));
      return;
    }
    this.#own.add(turnId);
    const answer = await this.#site.send(this.shown.remoteId, turnId, text);
    await this.#say(attemptId, progressAfter(answer, named));
  }

  #say(
    attemptId: string,
    progress: AttemptProgress,
  ): Promise<PageAnswers['attempt.progress'] | null> {
    this.#progress.set(attemptId, progress);
    return this.#tell({ kind: 'attempt.progress', attempt_id: attemptId, progress });
  }

  #report(turn: SiteTurn, source: ObservedReply['source']): void {
    void this.#tell({ kind: 'page.reply', reply: this.#replyOf(turn, source) });
  }

  #replyOf(turn: SiteTurn, source: ObservedReply['source']): ObservedReply {
    return {
      platform: this.shown.platform,
      remote_conversation_id: this.shown.remoteId,
      aliases: [],
      assistant_message_id: turn.id,
      raw_text: turn.text,
      observed_at: this.#clock.now(),
      source,
      in_reply_to: this.#namesTurns ? turn.inReplyTo : null,
      page_url: this.url,
      page_title: this.shown.remoteId,
    };
  }

  #look(request: LookRequest): LookOutcome {
    const turns = this.#history();
    const ours = ourTurn(turns, request, isSameMessage);
    if (typeof ours === 'string') return { outcome: 'cannot_tell', reason: ours };
    if (ours === null) return { outcome: 'absent' };
    const reply = turns.find((turn) => turn.inReplyTo === ours.id);
    return {
      outcome: 'found',
      user_message_id: ours.id,
      reply: reply === undefined ? null : this.#replyOf(reply, 'snapshot'),
    };
  }

  /** Again and again until it is answered, as the content script does. */
  async #tell<K extends PageMessage['kind']>(
    message: Extract<PageMessage, { kind: K }>,
  ): Promise<PageAnswers[K] | null> {
    while (this.#alive) {
      try {
        return await this.#toBackground(this.tabId, message);
      } catch {
        await this.#clock.sleep(RETRY_MS);
      }
    }
    return null;
  }
}

export function pageUrl({ platform, remoteId }: ShownConversation): string {
  return `https://${platform}.example/c/${remoteId}`;
}

function isUser({ role }: SiteTurn): boolean {
  return role === 'user';
}

function progressAfter(answer: SiteAnswer, named: string | null): AttemptProgress {
  switch (answer) {
    case 'taken':
      return { step: 'accepted', user_message_id: named };
    case 'limited':
      return failure('rate_limited', 'Too many messages.', LIMIT_MS, 'no');
    case 'broken':
    case 'lost':
      return failure('send_rejected', 'The site failed.', null, 'unknown');
  }
}

function failure(
  code: 'page_gone' | 'rate_limited' | 'send_rejected',
  text: string,
  retry_after_ms: number | null,
  sent: 'no' | 'unknown',
): AttemptProgress {
  return { step: 'failed', code, text, retry_after_ms, sent };
}
