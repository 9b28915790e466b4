import { insert, joinPlans, plan, type Plan } from '../../engine/plan.ts';
import {
  aboutApproval,
  type Approval,
  type ApprovalSubject,
  closeApproval,
  type Closing,
} from '../actions/feature.ts';
import type { ChatSession } from '../sessions/feature.ts';
import type { ResourceCall } from './rows.ts';

type Asked = Exclude<Approval['subjectKind'], 'instruction'>;

/** A question to a person about a call, in the one inbox. Its id follows from the call and its version. */
export function askPerson(
  call: ResourceCall,
  session: ChatSession,
  asked: {
    readonly about: Asked;
    readonly now: number;
    readonly expiresAt: number | null;
    readonly more?: Partial<ApprovalSubject>;
  },
): Plan {
  const { about, now, expiresAt, more = {} } = asked;
  const subject: ApprovalSubject = { ...subjectOf(call, session), ...more };
  const { target, tool } = subject;
  const approval: Approval = {
    approvalId: `${call.callId}.${about}.${call.version}`,
    instructionId: call.instructionId,
    conversationKey: session.conversationKey,
    subjectKind: about,
    subjectId: call.callId,
    subject,
    kind: 'permission',
    decision: 'open',
    quoted: false,
    reason: null,
    expiresAt,
    decidedBy: null,
    createdAt: now,
    decidedAt: null,
    version: 1,
  };
  return joinPlans(
    plan({ changes: [insert('approvals', approval)] }),
    aboutApproval(
      approval,
      'approval.opened',
      { target, tool },
      { now, actor: 'conductor' },
      {
        ...(more.origin !== undefined && { origin: more.origin, level: more.level }),
      },
    ),
  );
}

/** What was asked about a call is asked no more. */
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

/** What a call acts on, for people. */
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
