import type { CommandAnswers, PageCommand } from '../messages/page-messages.ts';
import type { Platform } from '../platforms/platform.ts';
import { BackgroundLink, type ExtensionRuntime } from './background-link.ts';
import type { PageEvent, TapLink } from './connect-tap.ts';
import { Exchanges } from './exchanges.ts';
import { PageDeliveries } from './page-deliveries.ts';
import { PageReporter } from './page-reporter.ts';
import { type PageKnowledge, PageView } from './page-view.ts';
import { ReplyStops } from './reply-stops.ts';
import { routeExchanges } from './route-exchanges.ts';
import type { Teaching } from './teach/teaching.ts';
import { queuedTasksDone } from './wait-for-page.ts';

/** One chat page: brings its parts together, and obeys the background. */
export class ChatPage {
  readonly #life: AbortController;
  /** Null: the page's adapter knows it. */
  readonly #teaching: Teaching | null;
  readonly #view: PageView;
  readonly #deliveries: PageDeliveries;
  readonly #reporter: PageReporter;
  readonly #stops: ReplyStops;
  readonly #exchanges: Exchanges;

  constructor(
    platform: Platform,
    runtime: ExtensionRuntime,
    tap: TapLink,
    life: AbortController,
    known: PageKnowledge,
  ) {
    const { signal } = life;
    this.#life = life;
    const { teaching } = known;
    this.#teaching = teaching;
    const background = new BackgroundLink(runtime, signal, () => life.abort());
    const on = {
      moved: () => this.#reporter.moved(),
      changed: () => void this.#deliveries.clearBarred(),
      touched: () => this.#reporter.states.touch(),
      personActed: () => this.#deliveries.attempts.personActed(),
      isReading: () => this.#exchanges.isReading,
    };
    this.#view = new PageView(platform, tap, known, on, signal);
    this.#deliveries = new PageDeliveries(this.#view, background, tap, signal);
    this.#reporter = new PageReporter(
      this.#view,
      background,
      this.#deliveries.attempts,
      teaching,
      ({ hmac_key: hex, off, taken }) => {
        if (taken) this.#view.tracker.giveUpKept();
        return off ? life.abort() : tap.send({ kind: 'key', hex });
      },
      signal,
    );
    const { replies } = this.#reporter;
    this.#stops = new ReplyStops(this.#view, this.#deliveries, replies, background, signal);
    this.#exchanges = new Exchanges(
      platform,
      routeExchanges(this.#view, this.#deliveries, this.#reporter),
      (id, go) => tap.send({ kind: 'verdict', id, go }),
      () => this.#view.tracker.placeNumber,
      () => this.#view.standsStill(),
      () => this.#deliveries.said,
    );
    this.#reporter.states.touch();
    void this.#reporter.snapshot();
  }

  async obey<Command extends PageCommand>(
    command: Command,
  ): Promise<CommandAnswers[Command['kind']]>;
  async obey(command: PageCommand): Promise<CommandAnswers[PageCommand['kind']]> {
    switch (command.kind) {
      case 'page.identify':
        return this.#view.state();
      case 'page.stop':
        void queuedTasksDone().then(() => this.#life.abort()); // The answer leaves first.
        return { stopped: true };
      case 'attempt.baseline':
        return this.#deliveries.baseline(command.remote_conversation_id);
      case 'attempt.send':
        return this.#deliveries.send(command);
      case 'attempt.query':
        return { progress: this.#deliveries.attempts.progressOf(command.attempt_id) };
      case 'attempt.stop':
        return { taken: this.#stops.take(command) };
      case 'attempt.look':
        return this.#deliveries.look(command, (...reply) =>
          this.#reporter.replies.describe(command.remote_conversation_id, ...reply),
        );
    }
  }

  /** Lets a person show the page around; what they show counts at once. */
  teach(): void {
    void this.#teaching?.teach(this.#life.signal).then((read) => {
      if (read !== null) this.#reporter.readByTeaching(read.exchange, read.text);
      this.#reporter.states.touch();
    });
  }

  /** A person had Baton put words into the composer, theirs from then on. */
  drafted(): void {
    this.#deliveries.drafted();
  }

  /** Handles an event of the tap. */
  heard(event: PageEvent): void {
    switch (event.kind) {
      case 'location':
        return this.#view.tracker.moved(new URL(location.href));
      case 'elsewhere':
        return this.#view.elsewhere.told(event.origin);
      case 'frame':
        return this.#exchanges.takeFrame(event.text);
      default:
        return this.#exchanges.take(event);
    }
  }
}
