import type { FaultKind } from '../faults/all-faults.ts';

/** The site's handling of one message. Times are of the world's clock. */
export interface SitePlan {
  /** Outcomes of the first attempts, one after another; the attempt after them is taken. */
  readonly refusals: readonly ('limited' | 'broken')[];
  /** Between the page letting it go and the site having it. */
  readonly transitMs: number;
  /** Until the history shows it. With `transitMs` less than what the extension allows a site. */
  readonly historyLagMs: number;
  /** Until the page hears that it was taken. */
  readonly acceptMs: number;
  /** The page hears of a failure although the message was taken. */
  readonly answerLost: boolean;
  /** Between the message and the end of its reply. */
  readonly replyMs: number;
  /** `unseen`: the page loses the stream, so only looking finds the reply. */
  readonly reply: 'live' | 'unseen';
}

/** One cycle: a message that must reach the site exactly once, and whose reply must come back. */
export interface PlannedMessage {
  /** Stands in the message's text, and nowhere else. */
  readonly tag: string;
  /** Who has it sent: the reply before it asks for all but the first of a chain. */
  readonly by: 'person' | 'agent' | 'reply';
  readonly site: SitePlan;
}

/** The first is a person's message, or one that an agent sends for them; each further one is what the assistant's reply to the one before asked for. */
export type Chain = readonly [PlannedMessage, ...PlannedMessage[]];

/** A chat that the site has. */
export interface PlannedChat {
  readonly platform: string;
  readonly remoteId: string;
  /** The browsers that have it open. */
  readonly browsers: readonly number[];
}

export interface PlannedConversation extends PlannedChat {
  /** Chains of one round begin at once; the next round begins when all of them have ended. */
  readonly rounds: readonly (readonly Chain[])[];
}

/** The same for every level: what happens to which of the things a world has is up to that world. */
export interface PlannedFault {
  /** When so many messages have come to the site. */
  readonly afterMessages: number;
  readonly kind: FaultKind;
  /** Which one of several, from 0 up to 1. */
  readonly which: number;
  /** How long or how much, from 0 up to 1. */
  readonly size: number;
}

/** Place in which a program works beside the chats, act after act, until they are done. */
export type Workplace = 'page' | 'terminal';

/** Kind of a team's member. */
export type PlannedMember = PlannedChat | 'agent' | 'acp' | 'terminal';

/** A planner, and its workers `First` and `Second`. They get goal after goal until the messages are done. */
export type PlannedTeam = readonly [PlannedMember, PlannedMember, PlannedMember];

/** Everything that chance decides, as data: the same seed and size always give the same one. */
export interface Schedule {
  readonly seed: number;
  readonly cycles: number;
  readonly browsers: number;
  readonly conversations: readonly PlannedConversation[];
  readonly faults: readonly PlannedFault[];
  readonly programs: readonly Workplace[];
  readonly teams: readonly PlannedTeam[];
}

export function allMessages(schedule: Schedule): PlannedMessage[] {
  return schedule.conversations.flatMap(({ rounds }) => rounds.flat(2));
}

/** All chats that the site has. */
export function allChats({ conversations, teams }: Schedule): PlannedChat[] {
  return [...conversations, ...teams.flat().filter((member) => typeof member === 'object')];
}
