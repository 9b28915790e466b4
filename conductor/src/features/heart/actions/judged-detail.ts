import type { JsonObject } from '../../../baa/json-value.ts';
import type { Circumstances, JudgedAction, JudgedHow } from '../policy/feature.ts';
import type { Instruction } from './rows.ts';

/** Place of an action in the words of others. */
type Quotation = {
  readonly source: 'turn' | 'message' | 'result';
  readonly source_id: string;
};

/** A judgement as the trail keeps it: enough to judge the same action again by other rules. */
export type JudgedDetail = {
  readonly decision: JudgedHow['decision'];
  readonly rule_id: string | null;
  readonly risk: JudgedHow['risk'];
  readonly tainted_since?: number;
  readonly quoted_from?: Quotation;
  readonly tool_changed?: true;
  readonly may_leak?: true;
  readonly second_reply?: true;
  readonly asks_always?: true;
  /** Facts that rules could look at beside the params. */
  readonly facts?: JsonObject;
  /** The tool's own name, where the action wrote another. */
  readonly judged_as?: { readonly target: string; readonly tool: string };
};

/** The action as it was judged; of one that was not judged yet, nothing is known but what it says itself. */
export function judgedAction(
  {
    target,
    tool,
    paramsJson,
    risk,
    readOnly,
  }: Pick<Instruction, 'target' | 'tool' | 'paramsJson' | 'risk' | 'readOnly'>,
  detail: JudgedDetail | null,
): JudgedAction & Circumstances {
  const since = detail?.tainted_since;
  return {
    target,
    tool,
    ...detail?.judged_as,
    params: { ...(JSON.parse(paramsJson) as JsonObject), ...detail?.facts },
    risk,
    readOnly,
    taint: since === undefined ? null : { since },
    mayLeak: detail?.may_leak === true,
    quoted: detail?.quoted_from !== undefined,
    toolChanged: detail?.tool_changed === true,
    secondReply: detail?.second_reply === true,
    asksAlways: detail?.asks_always === true,
  };
}
