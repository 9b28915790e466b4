import { joinPlans, type Plan } from '../../../engine/plan.ts';
import {
  type Approval,
  type ApprovalSubject,
  closeApproval,
  type Closing,
  newApproval,
  openApproval,
} from '../../heart/actions/feature.ts';
import type { ChatSession } from '../../heart/lineage/feature.ts';
import type { ResourceCall } from './rows.ts';

/** A question to a person about a call, in the one inbox. Its id follows from the call and its version. */
export function askPerson(
  call: ResourceCall,
  session: ChatSession,
  asked: {
    readonly about: Exclude<Approval['subjectKind'], 'instruction'>;
    readonly now: number;
    readonly expiresAt: number | null;
    readonly more?: Partial<ApprovalSubject>;
  },
): Plan {
  const { about, now, expiresAt, more = {} } = asked;
  const subject: ApprovalSubject = { ...subjectOf(call, session), ...more };
  const approval = newApproval({
    approvalId: `${call.callId}.${about}.${call.version}`,
    instructionId: call.instructionId,
    conversationKey: session.conversationKey,
    subjectKind: about,
    subjectId: call.callId,
    subject,
    kind: 'permission',
    expiresAt,
    createdAt: now,
  });
  const { origin, level } = more;
  return openApproval(approval, subject, origin === undefined ? {} : { origin, level });
}

/** Closes the open questions about a call. */
export function settleQuestions(
  questions: readonly Approval[],
  callId: string,
  closing: Closing,
): Plan {
  return joinPlans(
    ...questions
      .filter(({ subjectId }) => subjectId === callId)
      .map((one) => {
        const { target = '', tool = '' } = one.subject ?? {};
        return closeApproval(one, { target, tool }, closing);
      }),
  );
}

/** Returns the subject of a call, as people see it. */
export function subjectOf(
  call: ResourceCall,
  { chatSessionId, label }: Pick<ChatSession, 'chatSessionId' | 'label'>,
): ApprovalSubject {
  const [target = '', tool = ''] = call.tool.split('.');
  const { origin, target: element } = call.expected ?? {};
  return {
    target,
    tool,
    paramsJson: call.argsJson,
    risk: call.risk,
    chatSessionId,
    label,
    ...(call.resourceId !== null && { resourceId: call.resourceId }),
    ...(typeof origin === 'string' && { origin }),
    ...(element && { element: `${element.role} ${JSON.stringify(element.name)}` }),
  };
}
