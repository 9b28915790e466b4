import {
  type ConversationKey,
  conversationKey,
} from '../../../../../shared/model/conversation-key.ts';
import { type Change, joinPlans, plan, remove } from '../../../engine/plan.ts';
import type { Refusal } from '../../../engine/refusal.ts';
import type { QueryOf } from '../../../engine/query.ts';
import type { HeldJob } from './asks.ts';
import type { Browsers } from '../../ground/browsers/feature.ts';
import {
  refsOf,
  resolveConversation,
  type Resolved,
  type Sighting,
} from './resolve-conversation.ts';
import { type Conversation, type ConversationAlias, CONVERSATION_ALIASES } from './rows.ts';
import * as conversations from './queries.ts';
import { noteTie } from './changes.ts';

/** Sites give a conversation an id or two before its own. */
const MAX_ALIASES = 64;

/** The browser that reports something, and the other browsers of that moment. */
export interface Witness extends Browsers {
  readonly clientId: string;
}

/** Relations of a browser to the conversations that it names. */
export interface Standing<Job extends HeldJob = HeldJob> {
  readonly known: readonly Conversation[];
  readonly aliases: readonly ConversationAlias[];
  /** Conversations that the browser reported, was the first to tell of, or was given a delivery for. */
  readonly ties: readonly ConversationKey[];
  readonly inFlight: readonly Job[];
  readonly aliasCounts: ReadonlyMap<ConversationKey, number>;
}

type Named = Pick<Sighting, 'ref' | 'aliases'>;

/** A type and no interface: queries are a record. */
export type StandingQueries = {
  readonly known: QueryOf<typeof conversations.conversations>;
  readonly aliases: QueryOf<typeof conversations.aliases>;
  readonly ties: QueryOf<typeof conversations.ties>;
  readonly aliasCounts: QueryOf<typeof conversations.aliasCounts>;
};

/** The questions of a standing, beside that for the jobs under way (`inFlight`). */
export function askStanding(named: readonly Named[], clientId: string): StandingQueries {
  const refs = named.flatMap((one) => refsOf(one));
  const renamed = named.filter(({ aliases }) => aliases.length > 0).flatMap((one) => refsOf(one));
  return {
    known: conversations.conversations({ refs }),
    aliases: conversations.aliases({ refs }),
    ties: conversations.ties({ refs, clientId }),
    aliasCounts: conversations.aliasCounts({ refs: renamed }),
  };
}

export interface Witnessed<Job extends HeldJob = HeldJob> extends Resolved {
  /** The browser may tell of the conversation: it is tied to it, or was the first to tell of it. */
  readonly isMine: boolean;
  /** true: another browser has a delivery of the conversation under way, and its lease stands. */
  readonly isHeldByAnother: boolean;
  /** true: a delivery is held like that, or another browser is connected that could be given one. */
  readonly isServedByAnother: boolean;
  /** The rows that are the conversation, before the plan: none if it is new, more if they are merged. */
  readonly rows: readonly Conversation[];
  /** Jobs under way in it. */
  readonly inFlight: readonly Job[];
  /** Aliases that were not believed. */
  readonly refusals: readonly Refusal[];
}

/**
 * Finds the conversation that a browser tells of. A browser speaks for what it holds: an alias makes one of two
 * conversations only where the browser is tied to the one that goes, and no other browser serves either of them.
 */
export function resolveFor<Job extends HeldJob>(
  witness: Witness,
  sighting: Sighting,
  standing: Standing<Job>,
): Witnessed<Job> {
  const { known, ties, inFlight } = standing;
  const keyOf = (id: string) => conversationKey({ ...sighting.ref, remote_conversation_id: id });
  const rowOf = (id: string): Conversation | undefined => {
    const key = keyOf(id);
    const alias = standing.aliases.find(({ aliasKey }) => aliasKey === key);
    return known.find((row) => row.conversationKey === (alias?.conversationKey ?? key));
  };
  const isTied = ({ conversationKey: key }: Conversation): boolean =>
    ties.includes(key) ||
    inFlight.some((job) => job.conversationKey === key && job.clientId === witness.clientId);
  const isServedByAnother = ({ conversationKey: key }: Conversation): boolean =>
    isHeldByAnother(witness, key, inFlight) || isAbleElsewhere(witness, key);

  const { remote_conversation_id: id } = sighting.ref;
  const named = rowOf(id);
  const isClaimed =
    named !== undefined &&
    named.conversationKey !== keyOf(id) &&
    !isTied(named) &&
    isServedByAnother(named);
  // Another browser called it an earlier id of its own conversation; who shows it under that very id knows better.
  const own = isClaimed ? undefined : named; // guard: alias-given-up
  const aliases = standing.aliases.filter(({ aliasKey }) => !isClaimed || aliasKey !== keyOf(id));
  const changes: Change[] = standing.aliases
    .filter((alias) => !aliases.includes(alias))
    .map((alias) => remove(CONVERSATION_ALIASES, alias));

  const rows = own === undefined ? [] : [own];
  const believed: string[] = [];
  const refusals: Refusal[] = [];
  let room = MAX_ALIASES - (own === undefined ? 0 : aliasCount(standing, own));
  for (const [index, alias] of sighting.aliases.entries()) {
    const row = rowOf(alias);
    const isNews = row === undefined && keyOf(alias) !== keyOf(id) && !believed.includes(alias);
    if (isNews) room -= 1;
    const joins = row !== undefined && !rows.includes(row);
    const mayJoin =
      joins &&
      // guard: alias-reported
      isTied(row) &&
      // guard: alias-unserved
      !isServedByAnother(row) &&
      (own === undefined || !isServedByAnother(own));
    // guard: alias-count
    if ((joins && !mayJoin) || (isNews && room < 0)) {
      refusals.push(refusedAlias(index, joins));
      continue;
    }
    if (joins) rows.push(row);
    believed.push(alias);
  }

  const resolved = resolveConversation({ ...sighting, aliases: believed }, rows, aliases);
  const keys = rows.map((row) => row.conversationKey);
  const isMine = rows.length === 0 || rows.some((row) => isTied(row));
  const tie = isMine ? tieTo(resolved.conversation, witness, ties) : [];
  return {
    conversation: resolved.conversation,
    plan: joinPlans(plan({ changes }), resolved.plan, plan({ changes: tie })),
    isMine,
    isHeldByAnother: keys.some((key) => isHeldByAnother(witness, key, inFlight)),
    isServedByAnother: rows.some((row) => isServedByAnother(row)),
    rows,
    inFlight: inFlight.filter((job) => keys.includes(job.conversationKey)),
    refusals,
  };
}

/** Notes that the browser has to do with the conversation, where that is not known. */
export function tieTo(
  { conversationKey: key }: Conversation,
  { clientId }: Pick<Witness, 'clientId'>,
  ties: readonly ConversationKey[],
): Change[] {
  return ties.includes(key) ? [] : [noteTie({ conversationKey: key, clientId })];
}

function isHeldByAnother(
  { clientId, leaseholders }: Witness,
  key: ConversationKey,
  inFlight: readonly HeldJob[],
): boolean {
  return inFlight.some(
    (job) =>
      job.conversationKey === key &&
      job.clientId !== null &&
      job.clientId !== clientId &&
      leaseholders.includes(job.clientId),
  );
}

function isAbleElsewhere({ clientId, live }: Witness, key: ConversationKey): boolean {
  return live.some((other) => other.clientId !== clientId && other.conversationKeys.has(key));
}

function aliasCount({ aliasCounts }: Standing, { conversationKey: key }: Conversation): number {
  return aliasCounts.get(key) ?? 0;
}

function refusedAlias(index: number, joins: boolean): Refusal {
  return {
    code: 'not_held',
    path: `aliases[${index}]`,
    message: joins
      ? 'That conversation is not this browser’s, or another browser serves one of the two: they stay two.'
      : `A conversation has ${MAX_ALIASES} earlier ids at most.`,
  };
}
