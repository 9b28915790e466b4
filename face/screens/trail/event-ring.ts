import type { AuditEventView } from '../../api/live.ts';
import type { Items } from '../../parts/list.tsx';

/**
 * Events, the newest first, at most so many: then the oldest go. Two plain arrays that only grow at their ends, so one
 * more at either end copies nothing.
 */
export class EventRing implements Items<AuditEventView> {
  readonly #most: number;
  /** Came while looking: the oldest first. */
  readonly #newer: AuditEventView[] = [];
  /** Were asked for: the newest first. */
  readonly #older: AuditEventView[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#newer.length + this.#older.length;
  }

  get isFull(): boolean {
    return this.length >= this.#most;
  }

  addNewer(event: AuditEventView): void {
    const newest = this.at(0)?.event_id ?? 0;
    if (event.event_id <= newest) return;
    this.#newer.push(event);
    if (this.length > this.#most && this.#older.pop() === undefined) this.#newer.shift();
  }

  /** Adds older events; those without room are left out. */
  addOlder(page: readonly AuditEventView[]): void {
    const oldest = this.at(this.length - 1)?.event_id ?? Infinity;
    const room = this.#most - this.length;
    this.#older.push(...page.filter(({ event_id: id }) => id < oldest).slice(0, room));
  }

  at(index: number): AuditEventView | undefined {
    const newer = this.#newer.length;
    return index < newer ? this.#newer[newer - 1 - index] : this.#older[index - newer];
  }

  slice(from: number, to: number): readonly AuditEventView[] {
    const found: AuditEventView[] = [];
    for (let index = Math.max(from, 0); index < Math.min(to, this.length); index += 1) {
      found.push(this.at(index) as AuditEventView);
    }
    return found;
  }

  findIndex(matches: (event: AuditEventView) => boolean): number {
    for (let index = 0; index < this.length; index += 1) {
      if (matches(this.at(index) as AuditEventView)) return index;
    }
    return -1;
  }
}
