import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { FrameOf, RuntimeEntry } from '../../../../../shared/protocol/index.ts';
import type { Refusal } from '../../../engine/refusal.ts';
import type { Clock, IdSource, Log, Store } from '../../../engine/runtime.ts';
import { NotCommitted } from '../../../engine/step.ts';
import type { Presence, Runtime } from '../../ground/browsers/feature.ts';
import type { DefaultModes } from './resolve-conversation.ts';
import {
  type RecordedRuntime,
  recordRuntimes,
  type ReportedRuntime,
} from './steps/record-runtimes.ts';

type Report = FrameOf<'runtime.report'>;

/** A slice is one step. Between two slices of a browser stands a commit, in which others have their turn. */
const SLICE_WEIGHT = 32; // guard: report-slices

/** Tells whether the report takes more than one slice. */
export function isLarge({ runtimes }: Pick<Report, 'runtimes'>): boolean {
  return runtimes.reduce((sum, runtime) => sum + weightOf(runtime), 0) > SLICE_WEIGHT;
}

/** Names that are looked up. */
function weightOf({ aliases }: RuntimeEntry): number {
  return 1 + aliases.length;
}

interface Entry extends ReportedRuntime {
  /** Place in the report. */
  readonly index: number;
}

/** Takes reports of what a browser can serve. */
export interface ReportRecorder {
  /**
   * Stores the report, and resolves with what was refused. `received` is called with the last slice and notes the frame
   * as received.
   */
  take(
    clientId: string,
    report: Report,
    received: () => Promise<void>,
  ): Promise<readonly Refusal[]>;
}

/** Stores reports slice by slice, so that others have their turn between two commits. */
export function createReportRecorder(deps: {
  readonly store: Store;
  readonly presence: Presence;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly finalTimeoutMs: number;
  readonly maxConversations: number;
  readonly defaultModes: () => DefaultModes;
  readonly onRuntimes: () => void;
  readonly onRowFailed: (work: string) => void;
  readonly log: Log;
}): ReportRecorder {
  const { store, presence, now, newId, finalTimeoutMs, maxConversations, defaultModes } = deps;
  const { onRuntimes, onRowFailed, log } = deps;

  function record(clientId: string, reported: readonly Entry[]) {
    const witness = { clientId, ...presence.browsers() };
    return store.run(recordRuntimes, {
      ...witness,
      reported,
      now: now(),
      finalTimeoutMs,
      defaultModes: defaultModes(),
    });
  }

  /** A conversation whose rows fail is left out, and the others are taken. */
  async function recordSlice(
    clientId: string,
    slice: readonly Entry[],
  ): Promise<readonly RecordedRuntime[]> {
    try {
      return await record(clientId, slice);
    } catch (cause) {
      if (cause instanceof NotCommitted) throw cause;
      if (slice.length === 1) return [failed(clientId, cause)];
    }
    const alone = await Promise.all(slice.map((entry) => recordSlice(clientId, [entry])));
    return alone.flat();
  }

  function failed(clientId: string, cause: unknown): RecordedRuntime {
    onRowFailed('report');
    log.error({ err: cause, work: 'report', client_id: clientId }, 'a row failed; others go on');
    const message = 'The conductor failed on this conversation; see its log.';
    return { conversationKey: null, refusals: [{ code: 'internal', path: '', message }] };
  }

  /** The first entries that there is room for; what the browser has open already needs none. */
  function takeInto(clientId: string, { runtimes, complete }: Report): readonly Entry[] {
    let room = maxConversations - (complete ? 0 : presence.watched(clientId));
    return runtimes.flatMap((runtime, index) => {
      const isOpen = !complete && presence.watches(clientId, conversationKey(runtime));
      if (!isOpen) room -= 1;
      // guard: conversation-count
      return isOpen || room >= 0 ? [{ runtime, index, localConversationId: newId() }] : [];
    });
  }

  return {
    async take(clientId, report, received) {
      const entries = takeInto(clientId, report);
      const refusals = beyond(report, entries, maxConversations);
      let { complete } = report;
      let waiting: readonly Entry[] = entries;
      do {
        const slice = firstSlice(waiting);
        waiting = waiting.slice(slice.length);
        const isLast = waiting.length === 0;
        const [recorded] = await Promise.all([
          recordSlice(clientId, slice),
          isLast ? received() : undefined,
        ]);
        const runtimes: Runtime[] = [];
        const left: Entry[] = [];
        for (const [n, { conversationKey: key, refusals: of }] of recorded.entries()) {
          const entry = slice[n];
          if (entry === undefined) continue;
          refusals.push(...of.map((one) => at(entry.index, one)));
          if (key === null && of.length === 0) left.push(entry);
          else if (key !== null) {
            const { runtime_status: status, freshness } = entry.runtime;
            runtimes.push({ conversationKey: key, status, freshness });
          }
        }
        presence.serves(clientId, { runtimes, startable: report.startable_platforms }, complete);
        complete = false;
        waiting = [...left, ...waiting];
      } while (waiting.length > 0);
      onRuntimes();
      return refusals;
    },
  };
}

/** Returns the first entries that fit a slice: at least one. */
function firstSlice(entries: readonly Entry[]): readonly Entry[] {
  let weight = 0;
  const end = entries.findIndex((entry, index) => {
    weight += weightOf(entry.runtime);
    return index > 0 && weight > SLICE_WEIGHT;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** One for all that there was no room for. */
function beyond({ runtimes }: Report, taken: readonly Entry[], most: number): Refusal[] {
  const indexes = new Set(taken.map(({ index }) => index));
  const first = runtimes.findIndex((_runtime, index) => !indexes.has(index));
  if (first === -1) return [];
  const count = runtimes.length - taken.length;
  const message = `A browser may have ${most} conversations open: ${count} from here on were not taken.`;
  return [{ code: 'too_many_conversations', path: `runtimes[${first}]`, message }];
}

function at(index: number, { path, ...refusal }: Refusal): Refusal {
  return { ...refusal, path: path === '' ? `runtimes[${index}]` : `runtimes[${index}].${path}` };
}
