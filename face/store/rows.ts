import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

import type { ResponseOf, OperationId } from '../../shared/api/operations.ts';

type Item<Id extends 'listApprovals' | 'listInstructions' | 'listJobs' | 'listArtifacts'> =
  ResponseOf<Id>['items'][number];

/** A conversation in a list knows less than one that was asked for alone. */
export type Conversation = ResponseOf<'listConversations'>['items'][number] &
  Partial<ResponseOf<'getConversation'>>;

/** Rows that are shown in more than one place, by kind. */
export interface Kinds {
  readonly conversation: Conversation;
  readonly approval: Item<'listApprovals'>;
  readonly instruction: Item<'listInstructions'>;
  readonly job: Item<'listJobs'>;
  readonly artifact: Item<'listArtifacts'>;
}

export type Kind = keyof Kinds;

const ID: { readonly [K in Kind]: (row: Kinds[K]) => string } = {
  conversation: (row) => row.local_conversation_id,
  approval: (row) => row.approval_id,
  instruction: (row) => row.instruction_id,
  job: (row) => row.job_id,
  artifact: (row) => row.artifact_id,
};

interface Held {
  readonly row: Signal<unknown>;
  /** Ticket of the question that the row answered: an older answer never overwrites a newer one. */
  asked: number;
}

/** Rows by id, each once: a list and a detail show the same signal, so they can not contradict each other. */
export interface Rows {
  row<K extends Kind>(kind: K, id: string): ReadonlySignal<Kinds[K] | undefined>;
  /** `asked`: the ticket drawn when the question was asked. Returns the row's id. */
  put<K extends Kind>(kind: K, row: Kinds[K], asked: number): string;
  /** Shows a person's change before the conductor confirms it; returns how to take it back. */
  foresee<K extends Kind>(kind: K, id: string, change: Partial<Kinds[K]>): () => void;
  /** Ids of what was deleted from this page: no list shows them again, whatever an older answer holds. */
  readonly gone: ReadonlySignal<ReadonlySet<string>>;
  remove(id: string): void;
  ticket(): number;
}

export function createRows(): Rows {
  const held = new Map<string, Held>();
  const gone = signal<ReadonlySet<string>>(new Set());
  let tickets = 0;

  function at(kind: Kind, id: string): Held {
    const key = `${kind} ${id}`;
    const known = held.get(key);
    if (known) return known;
    const made = { row: signal<unknown>(undefined), asked: 0 };
    held.set(key, made);
    return made;
  }

  return {
    row: (kind, id) => at(kind, id).row as never,
    put(kind, row, asked) {
      const id = ID[kind](row);
      const place = at(kind, id);
      if (asked >= place.asked) {
        place.asked = asked;
        const before = place.row.peek() as object | undefined;
        place.row.value = { ...before, ...row };
      }
      return id;
    },
    foresee(kind, id, change) {
      const place = at(kind, id);
      const before = place.row.peek() as object | undefined;
      const shown = { ...before, ...change };
      place.row.value = shown;
      return () => {
        if (place.row.peek() === shown) place.row.value = before;
      };
    },
    gone,
    remove(id) {
      gone.value = new Set([...gone.peek(), id]);
    },
    ticket: () => (tickets += 1),
  };
}

/** Operations whose answer is a row, or a page of rows. */
const ANSWERED: { readonly [Id in OperationId]?: Kind } = {
  listConversations: 'conversation',
  getConversation: 'conversation',
  updateConversation: 'conversation',
  setMode: 'conversation',
  listApprovals: 'approval',
  getApproval: 'approval',
  answerApproval: 'approval',
  listInstructions: 'instruction',
  getInstruction: 'instruction',
  cancelInstruction: 'instruction',
  listJobs: 'job',
  getJob: 'job',
  retryJob: 'job',
  cancelJob: 'job',
  resendJob: 'job',
  confirmJob: 'job',
  listArtifacts: 'artifact',
  getArtifact: 'artifact',
};

/** Operations after which what they name is no more. */
const REMOVES: ReadonlySet<OperationId> = new Set([
  'deleteArtifact',
  'deleteConversation',
  'endFaceSession',
  'removePolicyRule',
  'revokeClient',
] satisfies readonly OperationId[]);

/** Removes a thing that a person just deleted here from every list at once. */
export function settle(
  rows: Rows,
  id: OperationId,
  { params }: { readonly params?: Readonly<Record<string, unknown>> },
): void {
  const named = params?.['id'];
  if (REMOVES.has(id) && typeof named === 'string') rows.remove(named);
}

/** Puts the rows of an answer where all who show them see them. */
export function spread(rows: Rows, id: OperationId, answer: unknown, asked: number): void {
  const kind = ANSWERED[id];
  if (kind === undefined) return;
  const { items } = answer as { readonly items?: readonly unknown[] };
  for (const row of items ?? [answer]) {
    rows.put(kind, row as Kinds[typeof kind] as never, asked);
    if (kind !== 'approval') continue;
    rows.put('instruction', (row as Kinds['approval']).instruction, asked);
  }
}
