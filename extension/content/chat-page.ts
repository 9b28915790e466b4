import type { CodedError } from '../../shared/model/error-codes.ts';
import { isToBegin } from '../messages/new-conversation.ts';
import type {
  BaselineOutcome,
  CommandAnswers,
  LookOutcome,
  PageCommand,
} from '../messages/page-messages.ts';
import type { HistoryTurn, Platform, ReplyEvent } from '../platforms/platform.ts';
import { stableId } from '../platforms/kit/stable-id.ts';
import type { Attempt, AttemptPage } from './attempt.ts';
import { Attempts } from './attempts.ts';
import { BackgroundLink, type ExtensionRuntime, pause } from './background-link.ts';
import { isPastTurn, shownOf, standingTurnIds, userTurnIds } from './baseline.ts';
import { capturedMessage } from './captured-message.ts';
import { Composer } from './composer.ts';
import type { PageEvent, TapLink } from './connect-tap.ts';
import { ConversationTracker } from './conversation-tracker.ts';
import type { Exchange } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { HistoryAccess } from './history-access.ts';
import { keptIds } from './kept-ids.ts';
import { findOurTurn } from './find-our-turn.ts';
import { OwnHand } from './own-hand.ts';
import { type PageRest, watchRest } from './page-rest.ts';
import { PageReadiness } from './page-readiness.ts';
import { PageReload } from './page-reload.ts';
import { pageState, type Surroundings } from './page-state.ts';
import { type PersonActivity, watchPerson } from './person-activity.ts';
import { renderedTurns } from './rendered-turns.ts';
import { Replays } from './replays.ts';
import { SelfCheck } from './self-check.ts';
import { ReplyReporter } from './reply-reporter.ts';
import { ShownTurns } from './shown-turns.ts';
import { StateReporter } from './state-reporter.ts';
import type { Teaching } from './teach/teaching.ts';
import { TurnReporter } from './turn-reporter.ts';
import { pageTurn } from './until-page.ts';

type LookCommand = Extract<PageCommand, { kind: 'attempt.look' }>;

const REST_WITHIN_MS = 15_000;
const SNAPSHOT_FIRST_PAUSE_MS = 2_000;
/** With a doubling pause: a good half hour. */
const SNAPSHOT_MAX_LOOKS = 10;

/** One chat page: brings its parts together, and obeys the background. */
export class ChatPage {
  readonly #platform: Platform;
  readonly #life: AbortController;
  /** Null: the page's adapter knows it. */
  readonly #teaching: Teaching | null;
  readonly #background: BackgroundLink;
  readonly #tap: TapLink;
  readonly #tracker: ConversationTracker;
  readonly #composer: Composer;
  readonly #history: HistoryAccess;
  readonly #replies: ReplyReporter;
  readonly #turns: TurnReporter;
  readonly #attempts: Attempts;
  readonly #exchanges: Exchanges;
  readonly #person: PersonActivity;
  readonly #hand: OwnHand;
  readonly #replays: Replays;
  readonly #rest: PageRest;
  readonly #shown: ShownTurns;
  readonly #states: StateReporter;
  readonly #selfCheck: SelfCheck;
  readonly #readiness: PageReadiness;
  readonly #reload: PageReload;
  /** The place whose messages were sought last. */
  #soughtAt = -1;

  constructor(
    platform: Platform,
    runtime: ExtensionRuntime,
    tap: TapLink,
    life: AbortController,
    teaching: Teaching | null,
  ) {
    const { signal } = life;
    this.#teaching = teaching;
    this.#platform = platform;
    this.#selfCheck = new SelfCheck(platform);
    this.#life = life;
    this.#background = new BackgroundLink(runtime, signal, () => life.abort());
    this.#tap = tap;
    this.#tracker = new ConversationTracker(
      platform,
      new URL(location.href),
      () => this.#moved(),
      keptIds,
    );
    this.#composer = new Composer(platform.selectors, () => this.#person.isTyping());
    this.#history = new HistoryAccess(platform, this.#tap);
    this.#replays = new Replays(platform, this.#history, this.#tap, () => Date.now());
    this.#replies = new ReplyReporter(
      platform,
      this.#tracker,
      this.#history,
      this.#background,
      signal,
      {
        confirmed: () => this.#selfCheck.understood(),
        attemptIdOf: (exchange) => this.#attempts.attemptIdOf(exchange),
        unanswered: (exchange, reason) => {
          if (reason.isUnread) this.#selfCheck.unread();
          this.#attempts.unanswered(exchange, reason);
          this.#states.touch();
        },
      },
    );
    this.#attempts = new Attempts((attemptId) => this.#pageFor(attemptId));
    this.#turns = new TurnReporter(platform, this.#tracker, this.#background, (exchange) =>
      this.#attempts.isOurs(exchange),
    );
    this.#exchanges = this.#makeExchanges();
    this.#person = watchPerson(
      (target) => this.#composer.isComposer(target),
      () => this.#states.touch(),
      () => this.#attempts.personActed(),
      signal,
    );
    this.#hand = new OwnHand(this.#composer, () => this.#tracker.sentByHand(), signal);
    this.#rest = watchRest(() => this.#changed(), signal);
    this.#readiness = new PageReadiness(platform, this.#tracker, this.#rest, signal);
    this.#shown = new ShownTurns(platform, teaching, this.#rest, signal);
    this.#reload = new PageReload(platform, this.#tracker, this.#background, signal, () => {
      return this.#attempts.current !== null || pageState(this.#surroundings()).draft;
    });
    this.#states = new StateReporter(
      () => pageState(this.#surroundings()),
      this.#background,
      ({ hmac_key: hex, off, taken }) => {
        if (taken) this.#tracker.giveUpKept();
        return off ? life.abort() : this.#tap.send({ kind: 'key', hex });
      },
      signal,
    );
    for (const type of ['popstate', 'hashchange']) {
      window.addEventListener(type, () => this.#tracker.moved(new URL(location.href)), { signal });
    }
    this.#states.touch();
    void this.#snapshot();
  }

  async obey<Command extends PageCommand>(
    command: Command,
  ): Promise<CommandAnswers[Command['kind']]>;
  async obey(command: PageCommand): Promise<CommandAnswers[PageCommand['kind']]> {
    switch (command.kind) {
      case 'page.identify':
        return pageState(this.#surroundings());
      case 'page.stop':
        void pageTurn().then(() => this.#life.abort()); // The answer leaves first.
        return { stopped: true };
      case 'attempt.baseline':
        return this.#baseline(command.remote_conversation_id);
      case 'attempt.send':
        if (isToBegin(command.remote_conversation_id)) {
          this.#tracker.begin(command.remote_conversation_id);
        }
        return this.#attempts.send(
          command.attempt_id,
          command.remote_conversation_id,
          command.message_text,
        );
      case 'attempt.query':
        return { progress: this.#attempts.progressOf(command.attempt_id) };
      case 'attempt.look':
        return this.#look(command);
    }
  }

  /** Lets a person show the page around; what they show counts at once. */
  teach(): void {
    void this.#teaching?.teach(this.#life.signal).then(() => this.#states.touch());
  }

  /** A person had Baton put words into the composer, theirs from then on. */
  drafted(): void {
    this.#hand.drafted();
  }

  /** What the tap tells. */
  heard(event: PageEvent): void {
    switch (event.kind) {
      case 'location':
        return this.#tracker.moved(new URL(location.href));
      case 'frame':
        return this.#exchanges.takeFrame(event.text);
      default:
        return this.#exchanges.take(event);
    }
  }

  #makeExchanges(): Exchanges {
    const current = (): Attempt | null => this.#attempts.current;
    return new Exchanges(
      this.#platform,
      {
        held: (exchange, judge) => this.#attempts.held(exchange, judge),
        sent: (exchange, wasHeld) => {
          if (!wasHeld) current()?.unheld(exchange);
          if (exchange.placeNumber === this.#tracker.placeNumber) {
            this.#tracker.sent(exchange.send?.remoteConversationId ?? null);
          }
          this.#turns.sent(exchange);
          this.#replies.sent(exchange);
        },
        captured: (exchange) => {
          this.#replays.captured(exchange);
          this.#captured(exchange);
        },
        accepted: (exchange) => {
          if (!this.#platform.refusesInReply) current()?.accepted(exchange, null);
          this.#turns.accepted(exchange);
        },
        refused: (exchange, refusal) => {
          this.#readiness.over(exchange);
          current()?.refused(exchange, refusal);
        },
        lost: (exchange, left) => {
          this.#readiness.over(exchange);
          current()?.lost(exchange, left);
          if (left) this.#replies.over(exchange, 'cut');
          if (left && this.#attempts.wasReplayed(exchange)) void this.#reload.whenFree();
        },
        replied: (exchange, event) => {
          if (event.type === 'conversation') {
            this.#tracker.streamNamed(event.remoteConversationId, exchange.placeNumber);
          }
          this.#judgeByReply(exchange, event);
          if (event.type === 'final') {
            this.#tracker.answered(exchange.send, exchange.placeNumber);
            this.#readiness.final(exchange);
            if (this.#composer.text().trim() === '') this.#person.isAnswered();
          }
          this.#turns.replied(exchange, event);
          this.#replies.replied(exchange, event);
          this.#selfCheck.replied(exchange, event);
          if (event.type !== 'final') return;
          void this.#checkShown();
          void this.#shown.learn(exchange, event.text);
        },
        over: (exchange, end) => {
          this.#readiness.over(exchange);
          if (end === 'decoded') this.#selfCheck.complete(exchange);
          // The answer is at its end, and never told whether the message was taken.
          current()?.lost(exchange, true);
          this.#turns.over(exchange);
          this.#replies.over(exchange, end);
          this.#states.touch();
          if (this.#attempts.wasReplayed(exchange)) void this.#reload.whenFree();
        },
        unread: (exchange, answer) => this.#readShown(exchange, answer),
        read: (url, body) => {
          const id = this.#tracker.place.remoteConversationId;
          const turns = this.#history.offer(url, id, body);
          if (id !== null && turns !== null) this.#reportSnapshot(id, turns);
        },
      },
      (id, go) => this.#tap.send({ kind: 'verdict', id, go }),
      () => this.#tracker.placeNumber,
    );
  }

  /** What a reply tells of the message it answers. */
  #judgeByReply(exchange: Exchange, event: ReplyEvent): void {
    const attempt = this.#attempts.current;
    if (event.type === 'user_turn') attempt?.accepted(exchange, event.messageId);
    if (!this.#platform.refusesInReply) return;
    if (event.type === 'delta' || event.type === 'final') attempt?.accepted(exchange, null);
    if (event.type === 'error') attempt?.refused(exchange, event);
  }

  /** The page went to another conversation, or its conversation got an id. */
  #moved(): void {
    this.#states.touch();
    this.#turns.placeChanged();
    this.#replies.placeChanged();
    void this.#snapshot();
  }

  #changed(): void {
    // A page that could not send may put the words back into the composer.
    if (this.#attempts.barredText !== null) void this.#composer.clearOurs();
    // A page may draw its messages after they were sought.
    if (this.#selfCheck.missesTurns && this.#soughtAt === this.#tracker.placeNumber) {
      this.#judgeShown();
    }
    this.#states.touch();
  }

  /** Does the page show what it is known to hold? Judged once it has come to rest. */
  async #checkShown(): Promise<void> {
    const { placeNumber } = this.#tracker;
    const isAtRest = await this.#rest.quiet(REST_WITHIN_MS);
    // A busy machine draws late.
    await this.#readiness.showsTurns();
    if (!isAtRest || placeNumber !== this.#tracker.placeNumber) return;
    this.#judgeShown();
    this.#states.touch();
  }

  #judgeShown(): void {
    this.#soughtAt = this.#tracker.placeNumber;
    const { remoteConversationId: id } = this.#tracker.place;
    this.#selfCheck.shown({
      hasId: id !== null,
      turns: renderedTurns(this.#platform.selectors),
      hasHistory: id !== null && this.#history.canRead(id),
    });
  }

  /** A person showed which part of the page is a reply: then the page tells which of the answer's words are. */
  async #readShown(exchange: Exchange, answer: string): Promise<void> {
    const text = (await this.#teaching?.shownReply(exchange, answer, this.#life.signal)) ?? null;
    if (text === null) return;
    const reply = { type: 'final', assistantMessageId: stableId(text), text } as const;
    this.#tracker.answered(exchange.send, exchange.placeNumber);
    this.#turns.replied(exchange, reply);
    this.#replies.replied(exchange, reply);
  }

  #captured(exchange: Exchange): void {
    if (exchange.send === null) return;
    const platform = this.#platform.platformOf(new URL(location.href));
    const isHere = exchange.placeNumber === this.#tracker.placeNumber;
    const here = isHere ? this.#tracker.place.remoteConversationId : null;
    const id = exchange.send.remoteConversationId ?? here;
    void this.#background.deliver(capturedMessage(exchange, platform, id), 'captures');
  }

  /** Reports what the conversation shown held before this page did anything in it. */
  async #snapshot(): Promise<void> {
    const { placeNumber } = this.#tracker;
    await this.#rest.loaded();
    const stop = this.#life.signal;
    let pauseMs = SNAPSHOT_FIRST_PAUSE_MS;
    for (let looks = 0; looks < SNAPSHOT_MAX_LOOKS && !stop.aborted; looks += 1) {
      const { remoteConversationId: id } = this.#tracker.place;
      const isPast = placeNumber !== this.#tracker.placeNumber || this.#tracker.hasSent;
      if (id === null || isPast) return;
      const turns = await this.#history.read(id);
      if (turns === null) return;
      this.#reportSnapshot(id, turns);
      if (looks === 0 && turns.length > 0) void this.#checkShown();
      if (turns.at(-1)?.final !== false && turns.at(-1)?.role !== 'user') return;
      await pause(pauseMs, stop); // A reply is being written: it is awaited in the history.
      pauseMs *= 2;
    }
  }

  #reportSnapshot(remoteConversationId: string, turns: readonly HistoryTurn[]): void {
    if (!this.#tracker.hasSent) this.#replies.reportSnapshot(remoteConversationId, turns);
  }

  #surroundings(): Surroundings {
    return {
      platform: this.#platform,
      tracker: this.#tracker,
      composer: this.#composer,
      selfCheck: this.#selfCheck,
      isTyping: () => this.#person.isTyping(),
      isSettled: () => this.#rest.isSettled(),
    };
  }

  #pageFor(attemptId: string): AttemptPage {
    return {
      composer: this.#composer,
      sendsAreCertain: this.#platform.sendsAreCertain,
      isAt: (id) => this.#tracker.isAt(id),
      isPast: (id, sent) => isPastTurn(this.#history.lastRead(id), sent),
      loadAnew: () => this.#reload.forSpoilt(),
      sendsNameIt: () => !this.#platform.mayBeNameless || this.#tracker.sendsNameIt,
      claim: (provisionalId, id) => this.#tracker.claim(provisionalId, id),
      isBehind: () => this.#attempts.isPageBehind,
      obstacle: (id) => this.#obstacle(id) ?? this.#reload.obstacle,
      settled: () => this.#readiness.settled(),
      replay: async (id, text) => {
        const request = await this.#replays.request(isToBegin(id) ? null : id, text);
        if (request === null) return null;
        return { send: () => this.#replays.send(request), failed: () => this.#replays.failed() };
      },
      arm: this.#tap.arm,
      tell: (progress) =>
        this.#background.deliver(
          { kind: 'attempt.progress', attempt_id: attemptId, progress },
          'attempts',
        ),
      signal: this.#life.signal,
    };
  }

  #obstacle(remoteConversationId: string): CodedError | null {
    if (!this.#tracker.isAt(remoteConversationId)) {
      return { code: 'page_gone', text: 'The page shows another conversation.' };
    }
    const state = pageState(this.#surroundings());
    if (state.problem !== null) return state.problem;
    if (state.draft) return { code: 'draft_present', text: 'The composer holds a draft.' };
    return state.ready ? null : { code: 'page_gone', text: 'The page shows no composer yet.' };
  }

  async #baseline(remoteConversationId: string): Promise<BaselineOutcome> {
    if (this.#attempts.barredText !== null) await this.#composer.clearOurs();
    const obstacle = this.#obstacle(remoteConversationId);
    if (obstacle !== null) return { ok: false, reloads: false, ...obstacle };
    if (this.#reload.obstacle !== null) return this.#reload.instead('spoilt');
    if (this.#tracker.place.remoteConversationId === null)
      return { ok: true, user_message_ids: [] };
    let turns = await this.#history.read(remoteConversationId);
    if (this.#history.asksToLogIn) {
      const text = 'The site asks to log in.';
      return { ok: false, code: 'missing_credential', text, reloads: false };
    }
    if (turns === null || userTurnIds(turns).length > 0) await this.#readiness.showsTurns();
    // Some histories can be read only once the page has read them.
    turns ??= await this.#history.read(remoteConversationId);
    const { selectors } = this.#platform;
    const rendered = this.#shown.now();
    const hasIds = this.#platform.sendsAreCertain && selectors.turnIdAttribute !== null;
    const shown = shownOf(turns ?? [], rendered, hasIds);
    if (shown !== 'newest') return this.#reload.instead(shown);
    return { ok: true, user_message_ids: standingTurnIds(turns, rendered) };
  }

  #look({ remote_conversation_id: id, look: request }: LookCommand): Promise<LookOutcome> {
    const page = {
      history: this.#history,
      shown: this.#shown,
      fateOf: (text: string) => this.#attempts.fateOf(text),
      // Of a page nobody knows, nobody knows what it leaves out.
      rendersAll: this.#platform.mayBeNameless !== true,
      describeReply: this.#replies.describe.bind(this.#replies, id),
    };
    return findOurTurn(page, id, request);
  }
}
