import type {
  AttemptProgress,
  CommandAnswers,
  LookOutcome,
  LookRequest,
  ObservedReply,
  PageAnswers,
  PageCommand,
  PageMessage,
  PageProblem,
  PageState,
} from '../../extension/messages/page-messages.ts';
import { ourTurn } from '../../extension/content/find-our-turn.ts';
import { isSameMessage } from '../../extension/content/same-message.ts';

/** How long the tap holds a request without an answer before it refuses it. */
const HOLD_LIMIT_MS = 15_000;
const RETRY_MS = 300;
const LOAD_MS = 400;

export interface ShownConversation {
  readonly platform: string;
  readonly remoteId: string;
  readonly url: string;
}

/** Facts that the site gives a page about its turns. */
export interface PageTraits {
  /** The page makes the id of a turn before it sends it. */
  readonly namesTurns: boolean;
  /** A reply tells which turn it answers. */
  readonly namesReplies: boolean;
}

export interface ShownTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Id of the turn that a reply answers. */
  readonly inReplyTo: string | null;
}

export type SendOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'failed' }
  /** A person is wanted. `sent`: whether the site may take the message once it has seen one. */
  | { readonly outcome: 'challenged'; readonly sent: 'no' | 'unknown' }
  | { readonly outcome: 'limited'; readonly retryAfterMs: number };

/** The site, as the page of one conversation meets it. */
export interface PageSite {
  history(): readonly ShownTurn[];
  /** Resolves when the page hears of its request. */
  send(turnId: string, text: string): Promise<SendOutcome>;
  /** Did the site keep it, and answer with an error? */
  metWithError?(text: string): boolean;
  /** Result of every look into the conversation. Absent, or null: the turns that are there. */
  readonly finds?: LookOutcome | null;
  /** Problem that blocks its pages. */
  readonly problem?: PageProblem | null;
  /** A page stops the reply to a turn. False: none is being written. Absent: the site has no way. */
  stopReply?(turnId: string): boolean;
  /** Pages show the button for that so late. Absent: at once. */
  readonly stopButtonAfterMs?: number;
  /** Calls back with each reply that streams to pages; the returned function ends it. */
  onReply(watcher: (reply: ShownTurn) => void): () => void;
}

export interface PageClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export type ToBackground = <K extends PageMessage['kind']>(
  tabId: number,
  message: Extract<PageMessage, { kind: K }>,
) => Promise<PageAnswers[K]>;

/**
 * A chat page with its content script and tap, kept to the contract of page-messages.ts. It decides what it sees in
 * the history with the extension's own code.
 */
export class PlayedPage {
  readonly shown: ShownConversation;
  readonly tabId: number;
  readonly #traits: PageTraits;
  readonly #clock: PageClock;
  readonly #site: PageSite;
  readonly #toBackground: ToBackground;
  readonly #progress = new Map<string, AttemptProgress>();
  /** The turns this document sent, by their ids: each with the attempt that it was sent for. */
  readonly #own = new Map<string, string | null>();
  /** Attempts whose replies it was asked to stop. */
  readonly #stopping = new Set<string>();
  readonly #stopWatching: () => void;
  #alive = true;
  #ready = false;
  #draft = false;

  constructor(
    tabId: number,
    shown: ShownConversation,
    traits: PageTraits,
    clock: PageClock,
    site: PageSite,
    toBackground: ToBackground,
  ) {
    this.tabId = tabId;
    this.shown = shown;
    this.#traits = traits;
    this.#clock = clock;
    this.#site = site;
    this.#toBackground = toBackground;
    this.#stopWatching = site.onReply((reply) => {
      if (this.#own.has(reply.inReplyTo ?? '')) this.#report(reply, 'live');
    });
    void this.#load();
  }

  get state(): PageState {
    return {
      platform: this.shown.platform,
      remote_conversation_id: this.shown.remoteId,
      aliases: [],
      title: this.shown.remoteId,
      url: this.shown.url,
      ready: this.#ready,
      draft: this.#draft,
      problem: this.#site.problem ?? null,
      checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    };
  }

  /** A person types, or clears what they typed. */
  setDraft(draft: boolean): void {
    this.#draft = draft;
    void this.#tell({ kind: 'page.state', state: this.state });
  }

  /** A person sends a message here. */
  async typeAndSend(text: string): Promise<void> {
    await this.#site.send(this.#newTurn(null), text);
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
          user_message_ids: this.#site
            .history()
            .filter(({ role }) => role === 'user')
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
      case 'attempt.stop':
        return { taken: this.#stop(command.attempt_id, command.look) };
      case 'attempt.look':
        return this.#look(command.look);
      case 'page.stop':
        return { stopped: true };
    }
  }

  async #load(): Promise<void> {
    void this.#tell({ kind: 'page.state', state: this.state });
    await this.#clock.sleep(LOAD_MS);
    if (!this.#alive) return;
    this.#ready = true;
    void this.#tell({ kind: 'page.state', state: this.state });
    const newest = this.#site.history().findLast((turn) => turn.role === 'assistant');
    if (newest !== undefined) this.#report(newest, 'snapshot');
  }

  async #send(attemptId: string, text: string): Promise<void> {
    this.#progress.set(attemptId, { step: 'inserting' });
    await this.#clock.sleep(50);
    if (!this.#alive) return;
    const turnId = this.#newTurn(attemptId);
    const named = this.#traits.namesTurns ? turnId : null;
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
    const answer = await this.#site.send(turnId, text);
    await this.#say(attemptId, progressAfter(answer, named));
  }

  #stop(attemptId: string, look: LookRequest): boolean {
    const [own] = [...this.#own].find(([, attempt]) => attempt === attemptId) ?? [];
    const ours = ourTurn(this.#site.history(), look, isSameMessage);
    const turnId = own ?? (typeof ours === 'string' ? null : ours?.id) ?? null;
    if (turnId === null) return false;
    if (!this.#stopping.has(attemptId)) void this.#pressStop(attemptId, turnId);
    this.#stopping.add(attemptId);
    return true;
  }

  async #pressStop(attemptId: string, turnId: string): Promise<void> {
    await this.#clock.sleep(this.#site.stopButtonAfterMs ?? 0);
    if (!this.#alive || this.#site.stopReply?.(turnId) !== true) return;
    const text = 'The reply was stopped.';
    void this.#say(attemptId, { step: 'no_reply', text, retry_after_ms: null });
  }

  #newTurn(attemptId: string | null): string {
    const turnId = `turn-${crypto.randomUUID()}`;
    this.#own.set(turnId, attemptId);
    return turnId;
  }

  #say(
    attemptId: string,
    progress: AttemptProgress,
  ): Promise<PageAnswers['attempt.progress'] | null> {
    this.#progress.set(attemptId, progress);
    return this.#tell({ kind: 'attempt.progress', attempt_id: attemptId, progress });
  }

  #report(turn: ShownTurn, source: ObservedReply['source']): void {
    void this.#tell({ kind: 'page.reply', reply: this.#replyOf(turn, source) });
  }

  #replyOf(turn: ShownTurn, source: ObservedReply['source']): ObservedReply {
    return {
      platform: this.shown.platform,
      remote_conversation_id: this.shown.remoteId,
      aliases: [],
      assistant_message_id: turn.id,
      raw_text: turn.text,
      complete: source === 'shown' ? 'unproven' : 'whole',
      observed_at: this.#clock.now(),
      source,
      in_reply_to: this.#traits.namesReplies ? turn.inReplyTo : null,
      attempt_id: source === 'live' ? (this.#own.get(turn.inReplyTo ?? '') ?? null) : null,
      page_url: this.shown.url,
      page_title: this.shown.remoteId,
    };
  }

  #look(request: LookRequest): LookOutcome {
    const { finds = null } = this.#site;
    if (finds !== null) return finds;
    const turns = this.#site.history();
    const ours = ourTurn(turns, request, isSameMessage);
    if (typeof ours === 'string') return { outcome: 'cannot_tell', reason: ours };
    if (ours === null) return { outcome: 'absent' };
    const none = { outcome: 'found', user_message_id: ours.id, reply: null } as const;
    if (this.#site.metWithError?.(ours.text) === true)
      return { ...none, is_growing: false, is_unanswered: true };
    const reply = turns.find((turn) => turn.inReplyTo === ours.id);
    return {
      outcome: 'found',
      user_message_id: ours.id,
      reply: reply === undefined ? null : this.#replyOf(reply, 'snapshot'),
      is_growing: false,
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

function progressAfter(answer: SendOutcome, named: string | null): AttemptProgress {
  switch (answer.outcome) {
    case 'taken':
      return { step: 'accepted', user_message_id: named };
    case 'limited':
      return failure('rate_limited', 'Too many messages.', answer.retryAfterMs, 'no');
    case 'failed':
      return failure('send_rejected', 'The site failed.', null, 'unknown');
    case 'challenged':
      return failure('challenge_required', 'The site wants a person.', null, answer.sent);
  }
}

function failure(
  code: 'challenge_required' | 'page_gone' | 'rate_limited' | 'send_rejected',
  text: string,
  retry_after_ms: number | null,
  sent: 'no' | 'unknown',
): AttemptProgress {
  return { step: 'failed', code, text, retry_after_ms, sent };
}
