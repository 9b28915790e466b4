import { type Signal, signal } from '@preact/signals';

/** News since somebody last looked at the page; frame/visitor.tsx keeps it. */
export interface Visit {
  /** The newest event that was looked at before this visit began; null: not known yet. */
  readonly seenBefore: Signal<number | null>;
  /** How many approvals wait that nobody has looked at. */
  readonly unseen: Signal<number>;
}

export function createVisit(): Visit {
  return { seenBefore: signal(null), unseen: signal(0) };
}
