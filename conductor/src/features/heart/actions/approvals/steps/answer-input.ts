import type { Result } from '../../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import type { AuditEvent } from '../../../../../engine/plan.ts';
import type { DeliverySettings } from '../../deliver-results.ts';

export type ApprovalVerb = 'approve' | 'deny' | 'run_again' | 'skip' | 'tell';

/** Params a person put in place of the assistant's; the hashes are for the trail, which keeps no texts. */
export interface EditedParams {
  readonly paramsJson: string;
  readonly hash: string;
  readonly hashBefore: string;
}

export interface AnswerInput extends DeliverySettings {
  readonly approvalId: string;
  readonly decision: ApprovalVerb;
  readonly reason: string | null;
  readonly edited: EditedParams | null;
  /** The surface by which the person said so. */
  readonly via: string;
  readonly actor: AuditEvent['actor'];
}

export type Outcome = Result<'answered' | 'same', CodedError>;
