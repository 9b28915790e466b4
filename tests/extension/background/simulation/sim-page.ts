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
} from '../../../../extension/messages/page-messages.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimSite, SimTurn } from './sim-site.ts';

export const PLATFORM = 'chatgpt';
export const CONVERSATION_ID = 'c-1';
export const PAGE_URL = `https://chatgpt.com/c/${CONVERSATION_ID}`;

/** How long the tap holds a request without an answer before it refuses it. */
const HOLD_LIMIT_MS = 15_000;
const RETRY_MS = 300;

export interface SimPageTraits {
  /** The site names turns by an id the page makes before it sends. */
  readonly namesTurns: boolean;
  /** Rendered replies tell which turn they answer. */
  readonly namesReplies: boolean;
}

export type ToBackground = <K extends PageMessage['kind']>(
  tabId: number,
  message: Extract<PageMessage, { kind: K }>,
) => Promise<PageAnswers[K]>;

/** A chat page with its content script and tap, kept to the contract of page-messages.ts. */
export class SimPage {
  readonly tabId: number;
  readonly #clock: SimClock;
  readonly #site: SimSite;
  readonly #traits: SimPageTraits;
  readonly #toBackground: ToBackground;
  readonly #progress = new Map<string, AttemptProgress>();
  #alive = true;
  #ready = false;
  #draft = '';
  #turnCount = 0;

  constructor(
    tabId: number,
    clock: SimClock,
    site: SimSite,
    traits: SimPageTraits,
    toBackground: ToBackground,
  ) {
    this.tabId = tabId;
    this.#clock = clock;
    this.#site = site;
    this.#traits = traits;
    this.#toBackground = toBackground;
    const stop = site.onReply((reply) => {
      if (this.#alive) this.#watched(reply);
      else stop();
    });
    void this.#load();
  }

  get state(): PageState {
    return {
      platform: PLATFORM,
      remote_conversation_id: CONVERSATION_ID,
      aliases: [],
      title: 'A chat',
      url: PAGE_URL,
      ready: this.#ready,
      draft: this.#draft !== '',
      problem: null,
      checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    };
  }

  setDraft(text: string): void {
    this.#draft = text;
    void this.#tell({ kind: 'page.state', state: this.state });
  }

  /** The document is gone, and with it whatever it held. */
  kill(): void {
    this.#alive = false;
  }

  answer(command: PageCommand): CommandAnswers[PageCommand['kind']] {
    if (!this.#alive) throw new Error('Could not establish connection.');
    switch (command.kind) {
      case 'page.identify':
        return this.state;
      case 'page.stop':
        return { stopped: true };
      case 'attempt.baseline':
        if (this.#draft !== '') {
          return { ok: false, code: 'draft_present', text: 'A draft.', reloads: false };
        }
        return {
          ok: true,
          user_message_ids: this.#site.turns.filter((t) => t.role === 'user').map((t) => t.id),
        };
      case 'attempt.send':
        if (!this.#progress.has(command.attempt_id)) {
          if (this.#draft !== '') return { taken: false, code: 'draft_present', text: 'A draft.' };
          void this.#send(command.attempt_id, command.message_text);
        }
        return { taken: true };
      case 'attempt.query':
        return { progress: this.#progress.get(command.attempt_id) ?? null };
      case 'attempt.look':
        return this.#look(command.look);
    }
  }

  async #load(): Promise<void> {
    void this.#tell({ kind: 'page.state', state: this.state });
    await this.#clock.sleep(400);
    if (!this.#alive) return;
    this.#ready = true;
    void this.#tell({ kind: 'page.state', state: this.state });
    const newest = this.#site.turns.findLast((turn) => turn.role === 'assistant');
    if (newest !== undefined) this.#report(newest, 'snapshot');
  }

  async #send(attemptId: string, text: string): Promise<void> {
    this.#progress.set(attemptId, { step: 'inserting' });
    this.#draft = '';
    await this.#clock.sleep(50);
    this.#turnCount += 1;
    const turnId = `turn-${this.tabId}-${this.#turnCount}`;
    const named = this.#traits.namesTurns ? turnId : null;
    const leaving = { step: 'leaving', user_message_id: named } as const;
    const go = await Promise.race([
      this.#say(attemptId, leaving),
      this.#clock.sleep(HOLD_LIMIT_MS).then(() => null),
    ]);
    if (!this.#alive) return;
    if (go?.go !== true) {
      await this.#say(attemptId, {
        step: 'failed',
        code: 'page_gone',
        text: 'It was not let go.',
        retry_after_ms: null,
        sent: 'no',
      });
      return;
    }
    this.#site.receive(text, turnId);
    await this.#clock.sleep(80);
    await this.#say(attemptId, { step: 'accepted', user_message_id: named });
  }

  #say(
    attemptId: string,
    progress: AttemptProgress,
  ): Promise<PageAnswers['attempt.progress'] | null> {
    this.#progress.set(attemptId, progress);
    return this.#tell({ kind: 'attempt.progress', attempt_id: attemptId, progress });
  }

  #watched(reply: SimTurn): void {
    const mine = reply.inReplyTo?.startsWith(`turn-${this.tabId}-`) === true;
    if (mine) this.#report(reply, 'live');
  }

  #report(turn: SimTurn, source: ObservedReply['source']): void {
    void this.#tell({ kind: 'page.reply', reply: this.#replyOf(turn, source) });
  }

  #replyOf(turn: SimTurn, source: ObservedReply['source']): ObservedReply {
    return {
      platform: PLATFORM,
      remote_conversation_id: CONVERSATION_ID,
      aliases: [],
      assistant_message_id: turn.id,
      raw_text: turn.text,
      observed_at: this.#clock.now(),
      source,
      in_reply_to: this.#traits.namesReplies ? turn.inReplyTo : null,
      page_url: PAGE_URL,
      page_title: 'A chat',
    };
  }

  #look(look: LookRequest): LookOutcome {
    const { turns } = this.#site;
    const anchor = turns.findIndex((turn) => turn.id === look.anchor_message_id);
    if (anchor < 0) return { outcome: 'cannot_tell', reason: 'The anchor is not shown.' };
    const after = turns.slice(anchor + 1);
    const known = look.known_user_message_ids ?? [];
    const ours = after.find(
      (turn) =>
        turn.role === 'user' &&
        (look.user_message_id !== null
          ? turn.id === look.user_message_id
          : turn.text === look.message_text && !known.includes(turn.id)),
    );
    if (ours === undefined) return { outcome: 'absent' };
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
