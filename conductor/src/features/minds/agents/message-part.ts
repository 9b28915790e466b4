import type { JsonValue } from '../../../baa/json-value.ts';
import type { ApprovalDecision, ApprovalKind } from '../../heart/actions/feature.ts';
import type { Risk } from '../../heart/policy/feature.ts';

/**
 * A part of a message, in the shape that clients of the AI SDK read (`UIMessage`, https://ai-sdk.dev): what one of them
 * streamed and what is stored here are the same.
 */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string; readonly state: 'done' }
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly text: string;
      readonly state: 'done';
    }
  | { readonly type: 'step-start' }
  | SteerPart
  | ToolPart
  | ApprovalPart
  | OpenBrowserPart;

/** Text that the person sent while the message was written: before the step that was told of it. */
export interface SteerPart {
  readonly type: 'steering-message';
  readonly id: string;
  readonly parts: readonly [{ readonly type: 'text'; readonly text: string }];
}

/** A tool call with its result. `type` is `tool-` and the tool's own name. */
export type ToolPart = {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly input: JsonValue;
  /** The newest question to a person about it. */
  readonly approval?: PartApproval;
} & (
  | { readonly state: 'input-available' | 'approval-requested' | 'approval-responded' }
  | { readonly state: 'output-available'; readonly output: JsonValue }
  | { readonly state: 'output-error'; readonly errorText: string }
  | { readonly state: 'output-denied' }
);

export interface PartApproval {
  readonly id: string;
  readonly requestReason: string;
  /** Left out: nobody has answered. */
  readonly approved?: boolean;
  readonly reason?: string;
}

/** A question to a person with all that they decide on: what will run, never a part of it. */
export interface ApprovalPart {
  readonly type: 'data-approval';
  /** Id of the approval. */
  readonly id: string;
  readonly data: {
    readonly aiMessageId: string;
    readonly approvalId: string;
    readonly toolCallId: string;
    /** `target::tool`. */
    readonly toolId: string;
    readonly params: JsonValue;
    readonly paramsSummary: string;
    readonly risk: Risk;
    readonly kind: ApprovalKind;
    readonly why: string;
    /** Our ids of the conversations from the root to the one that asks. */
    readonly sessionPath: readonly string[];
    /** Epoch milliseconds; null: it waits for ever. */
    readonly expiresAt: number | null;
    readonly decision: ApprovalDecision;
    /** The person's words; null: there are none. */
    readonly reason: string | null;
  };
}

/** A page to be opened beside the conversation. */
export interface OpenBrowserPart {
  readonly type: 'data-open-browser';
  /** Id of the tab. */
  readonly id: string;
  readonly data: {
    readonly tabId: string;
    readonly url: string;
    readonly title?: string;
    /** Where in the client it is shown; null: that is the client's matter. */
    readonly viewKey: string | null;
    readonly panelKey: string | null;
  };
}

export function isToolPart(part: MessagePart): part is ToolPart {
  return part.type.startsWith('tool-');
}
