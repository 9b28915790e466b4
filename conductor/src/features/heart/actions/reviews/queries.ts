import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { query } from '../../../../engine/query.ts';
import type { Instruction } from '../rows.ts';
import type { Member } from '../../policy/feature.ts';

/** An action as it can be judged anew. */
export interface PastAction {
  readonly instruction: Pick<
    Instruction,
    | 'instructionId'
    | 'conversationKey'
    | 'target'
    | 'tool'
    | 'paramsJson'
    | 'risk'
    | 'readOnly'
    | 'createdAt'
  >;
  readonly localConversationId: string;
  readonly conversationTitle: string | null;
  /** The judgement in the trail, as JSON; null: not judged yet. */
  readonly judgedJson: string | null;
  /** Conversations whose rules held for the action. */
  readonly family: readonly Member[];
  /** A person denied it. */
  readonly denied: boolean;
}

/** The newest first. */
export const pastActions = query<{ readonly limit: number }, readonly PastAction[]>('pastActions');
/** Actions of a conversation on one target that have succeeded, the newest first. */
export const succeededOn = query<
  {
    readonly conversationKey: ConversationKey;
    readonly target: string;
    readonly limit: number;
  },
  readonly Pick<Instruction, 'tool' | 'paramsJson' | 'resultText' | 'finishedAt'>[]
>('succeededOn');
/** Runs and failures by tool, of actions asked for since then and begun. `since` is epoch ms. */
export const toolRuns = query<
  { readonly since: number },
  readonly (Pick<Instruction, 'target' | 'tool'> & {
    readonly runs: number;
    readonly failed: number;
  })[]
>('toolRuns');
/** The judgement of an action in the trail; null: not judged yet. */
export const judgementOf = query<
  { readonly instructionId: string },
  { readonly at: number; readonly detailJson: string } | null
>('judgementOf');
