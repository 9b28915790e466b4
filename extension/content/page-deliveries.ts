import { isToBegin } from '../messages/new-conversation.ts';
import type {
  BaselineOutcome,
  CommandAnswers,
  LookOutcome,
  PageCommand,
} from '../messages/page-messages.ts';
import type { AttemptPage } from './attempt.ts';
import { Attempts } from './attempts.ts';
import type { BackgroundLink } from './background-link.ts';
import { isPastTurn, shownOf, standingTurnIds, userTurnIds } from './baseline.ts';
import type { TapLink } from './connect-tap.ts';
import type { Exchange } from './exchange.ts';
import { findOurTurn, type LookPage } from './find-our-turn.ts';
import { PersonSendWatch } from './person-send-watch.ts';
import { PageReload } from './page-reload.ts';
import type { PageView } from './page-view.ts';
import { Replays } from './replays.ts';

/** A page makes its request so soon after a press: some mint tokens before. */
const LEAVES_WITHIN_MS = 20_000;

type CommandOf<K extends PageCommand['kind']> = Extract<PageCommand, { kind: K }>;

/** The page's side of deliveries: what is asked before one, the attempts themselves, and looking for what became of one. */
export class PageDeliveries {
  readonly attempts: Attempts;
  readonly replays: Replays;
  readonly #view: PageView;
  readonly #background: BackgroundLink;
  readonly #tap: TapLink;
  readonly #hand: PersonSendWatch;
  readonly #reload: PageReload;
  readonly #signal: AbortSignal;
  /** Words that a person had the page send last. */
  #byHand = { text: '', at: Number.NEGATIVE_INFINITY };

  constructor(view: PageView, background: BackgroundLink, tap: TapLink, signal: AbortSignal) {
    this.#view = view;
    this.#background = background;
    this.#tap = tap;
    this.#signal = signal;
    this.replays = new Replays(view.platform, view.history, tap, () => Date.now());
    this.attempts = new Attempts((attemptId) => this.#pageFor(attemptId));
    this.#hand = new PersonSendWatch(view.composer, () => this.#sentByHand(), signal);
    this.#reload = new PageReload(view.platform, view.tracker, background, signal, () => {
      return this.attempts.current !== null || view.state().draft;
    });
  }

  #sentByHand(): void {
    const text = this.#view.composer.text();
    this.#byHand = { text, at: Date.now() };
    this.#view.tracker.sentByHand();
    this.#view.elsewhere.seek(text);
    void this.#view.unread?.pressed();
  }

  /** Messages that the page has just been given to send. */
  get said(): readonly string[] {
    const { text, at } = this.#byHand;
    const byHand = Date.now() - at < LEAVES_WITHIN_MS ? text : '';
    return [this.attempts.said ?? byHand].filter((each) => each.trim() !== '');
  }

  /** A person had Baton put words into the composer, theirs from then on. */
  drafted(): void {
    this.#hand.drafted();
  }

  /** A page that could not send may put the words back into the composer. */
  async clearBarred(): Promise<void> {
    if (this.attempts.barredText !== null) await this.#view.composer.clearOurs();
  }

  /** The exchange is over: a page that does not show what was sent for it is loaded again. */
  over(exchange: Exchange): void {
    if (this.attempts.wasReplayed(exchange)) void this.#reload.whenFree();
  }

  send(command: CommandOf<'attempt.send'>): CommandAnswers['attempt.send'] {
    const { attempt_id, remote_conversation_id: id, message_text } = command;
    if (isToBegin(id)) this.#view.tracker.begin(id);
    this.#view.elsewhere.seek(message_text);
    return this.attempts.send(attempt_id, id, message_text);
  }

  async baseline(remoteConversationId: string): Promise<BaselineOutcome> {
    const { history, platform, readiness, shown: turnsShown, tracker } = this.#view;
    await this.clearBarred();
    const obstacle = this.#view.obstacle(remoteConversationId);
    if (obstacle !== null) {
      const isStuck =
        this.attempts.isAfterUnanswered && this.#view.lacksComposer(remoteConversationId);
      return isStuck ? this.#reload.instead('stuck') : { ok: false, reloads: false, ...obstacle };
    }
    if (this.#reload.obstacle !== null) return this.#reload.instead('spoilt');
    turnsShown.aboutToSend();
    if (tracker.place.remoteConversationId === null) return { ok: true, user_message_ids: [] };
    let turns = await history.read(remoteConversationId);
    if (history.asksToLogIn) {
      const text = 'The site asks to log in.';
      return { ok: false, code: 'missing_credential', text, reloads: false };
    }
    if (turns === null || userTurnIds(turns).length > 0) await readiness.showsTurns();
    // Some histories can be read only once the page has read them.
    turns ??= await history.read(remoteConversationId);
    const rendered = turnsShown.now();
    const hasIds = platform.sendsAreCertain && platform.selectors.turnIdAttribute !== null;
    const shown = shownOf(turns ?? [], rendered, hasIds);
    if (shown !== 'newest') return this.#reload.instead(shown);
    return { ok: true, user_message_ids: standingTurnIds(turns, rendered) };
  }

  look(
    { remote_conversation_id: id, look: request }: CommandOf<'attempt.look'>,
    describeReply: LookPage['describeReply'],
  ): Promise<LookOutcome> {
    const { history, shown, platform } = this.#view;
    const page = {
      history,
      shown,
      fateOf: (text: string) => this.attempts.fateOf(text),
      // Of a page nobody knows, nobody knows what it leaves out.
      rendersAll: platform.mayBeNameless !== true,
      describeReply,
    };
    return findOurTurn(page, id, request);
  }

  #pageFor(attemptId: string): AttemptPage {
    const { composer, history, platform, readiness, tracker } = this.#view;
    return {
      composer,
      sendsAreCertain: platform.sendsAreCertain,
      // A site may be told the conversation by what only its answers have said so far.
      isAt: (id) => tracker.isAt(id) || tracker.wasSaid(id),
      isPast: (id, sent) => isPastTurn(history.lastRead(id), sent),
      isAfterUnanswered: () => this.attempts.isAfterUnanswered,
      loadAnew: () => this.#reload.forSpoilt(),
      sendsNameIt: () => !platform.mayBeNameless || tracker.sendsNameIt,
      claim: (provisionalId, id) => tracker.claim(provisionalId, id),
      isBehind: () => this.attempts.isPageBehind,
      obstacle: (id) => this.#view.obstacle(id) ?? this.#reload.obstacle,
      settled: () => readiness.settled(),
      replay: async (id, text) => {
        const request = await this.replays.request(isToBegin(id) ? null : id, text);
        if (request === null) return null;
        return { send: () => this.replays.send(request), failed: () => this.replays.failed() };
      },
      arm: this.#tap.arm,
      tell: (progress) =>
        this.#background.deliver(
          { kind: 'attempt.progress', attempt_id: attemptId, progress },
          'attempts',
        ),
      signal: this.#signal,
    };
  }
}
