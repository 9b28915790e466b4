import type {
  AttemptProgress,
  ObservedReply,
  PageMessage,
  PageState,
} from '../../../extension/messages/page-messages.ts';

export function steps(log: readonly PageMessage[]): AttemptProgress[] {
  return log.flatMap((each) => (each.kind === 'attempt.progress' ? [each.progress] : []));
}

export function states(log: readonly PageMessage[]): PageState[] {
  return log.flatMap((each) => (each.kind === 'page.state' ? [each.state] : []));
}

export function repliesIn(log: readonly PageMessage[]): ObservedReply[] {
  return log.flatMap((each) => (each.kind === 'page.reply' ? [each.reply] : []));
}
