import type { ReplyEvent } from '../platforms/platform.ts';
import type { Attempt } from './attempt.ts';
import type { Exchange, ExchangeListener } from './exchange.ts';
import type { PageDeliveries } from './page-deliveries.ts';
import type { PageReporter } from './page-reporter.ts';
import type { PageView } from './page-view.ts';

/**
 * Passes what became of the page's requests on to the parts of the page, in the order in which they lean on each other:
 * where the page is, then the attempt under way, then what is reported.
 */
export function routeExchanges(
  view: PageView,
  deliveries: PageDeliveries,
  reporter: PageReporter,
): ExchangeListener {
  const { platform, tracker, readiness, selfCheck } = view;
  const { attempts } = deliveries;
  const { turns, replies } = reporter;
  const current = (): Attempt | null => attempts.current;
  /** Sent while the page showed the exchange before them. */
  const goingOn = new WeakSet<Exchange>();

  /** Judges a send by the reply to it. */
  function judgeByReply(exchange: Exchange, event: ReplyEvent): void {
    const attempt = current();
    if (event.type === 'user_turn') attempt?.accepted(exchange, event.messageId);
    if (!platform.refusesInReply) return;
    if (event.type === 'delta' || event.type === 'final') attempt?.accepted(exchange, null);
    if (event.type === 'error') attempt?.refused(exchange, event);
  }

  /** A conversation under the id that it goes by; null: it waits for one. */
  function named(exchange: Exchange, event: ReplyEvent): ReplyEvent | null {
    if (event.type !== 'conversation') return event;
    const { remoteConversationId: said } = event;
    const id = tracker.answerNamed(said, exchange, goingOn.has(exchange));
    return id === null ? null : { ...event, remoteConversationId: id };
  }

  return {
    held: (exchange, judge) => attempts.held(exchange, judge),
    sent(exchange, wasHeld) {
      if (!wasHeld) current()?.unheld(exchange);
      if (exchange.placeNumber === tracker.placeNumber) {
        tracker.sent(exchange.send?.remoteConversationId ?? null);
        if (tracker.isJudgedByPage && view.showsLast()) goingOn.add(exchange);
      }
      view.unread?.sent(exchange);
      view.talks?.sent(exchange);
      turns.sent(exchange);
      replies.sent(exchange);
    },
    captured(exchange) {
      deliveries.replays.captured(exchange);
      reporter.captured(exchange);
    },
    accepted(exchange) {
      if (!platform.refusesInReply) current()?.accepted(exchange, null);
      turns.accepted(exchange);
      replies.accepted(exchange);
    },
    refused(exchange, refusal) {
      readiness.over(exchange);
      view.unread?.read(exchange);
      current()?.refused(exchange, refusal);
    },
    lost(exchange, left) {
      readiness.over(exchange);
      current()?.lost(exchange, left);
      if (!left) return;
      view.unread?.over(exchange, 'cut');
      replies.over(exchange, 'cut');
      deliveries.over(exchange);
    },
    replied(exchange, said) {
      const event = named(exchange, said);
      if (event === null) return;
      judgeByReply(exchange, event);
      if (event.type === 'final') view.answered(exchange, event.text);
      else if (event.type === 'error') view.unread?.read(exchange);
      else if (event.type === 'delta') view.unread?.heard(exchange);
      turns.replied(exchange, event);
      replies.replied(exchange, event);
      selfCheck.replied(exchange, event);
      if (event.type !== 'final') return;
      void view.checkShown();
      void view.shown.learn(exchange, event.text).then(() => view.talks?.stands());
    },
    over(exchange, end) {
      readiness.over(exchange);
      if (end === 'decoded') selfCheck.complete(exchange);
      // The answer is at its end, and never told whether the message was taken.
      current()?.lost(exchange, true);
      turns.over(exchange, end);
      view.unread?.over(exchange, end);
      replies.over(exchange, end);
      reporter.states.touch();
      deliveries.over(exchange);
    },
    unread: (exchange, answer) => reporter.readShown(exchange, answer),
    polled: (exchange, ...answer) => reporter.readPolled(exchange, ...answer),
    read: (url, body) => reporter.read(url, body),
  };
}
