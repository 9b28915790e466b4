import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import type { JobStatus } from '../../domain/delivery-job.machine.ts';
import type { InstructionStatus } from '../../domain/instruction.machine.ts';
import type { ApprovalDecision, ApprovalKind, JobOrigin, Risk } from '../../domain/rows.ts';
import { type Page, type PageWish, readPage } from './page.ts';
import type { Statements } from './statements.ts';

interface Keyed {
  readonly key_at: number;
  readonly key_id: string;
}

export interface JobRow extends Keyed {
  readonly job_id: string;
  readonly local_conversation_id: string;
  readonly status: JobStatus;
  readonly delivery_kind: 'proxy_delivery' | 'renewal';
  readonly origin: JobOrigin;
  readonly message_text: string;
  readonly artifact_id: string | null;
  readonly assistant_message_id: string | null;
  readonly user_message_id: string | null;
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly last_error_code: ErrorCode | null;
  readonly last_error_text: string | null;
  readonly due_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly final_anchor_id: string | null;
}

const JOB = `j.job_id, c.local_conversation_id, j.status, j.delivery_kind, j.origin, j.message_text, j.assistant_message_id,
  j.user_message_id, j.attempt_count, j.max_attempts, j.last_error_code, j.last_error_text, j.due_at, j.created_at,
  j.updated_at, j.started_at, j.finished_at, j.final_anchor_id,
  (select a.artifact_id from artifacts a where a.artifact_id = j.job_id) as artifact_id
  from delivery_jobs j cross join conversations c on c.conversation_key = j.conversation_key`;

export interface WorkFilter<Status> {
  readonly conversationKey?: string | undefined;
  readonly status?: Status | undefined;
}

export function listJobs(
  statements: Statements,
  { conversationKey, status }: WorkFilter<JobStatus>,
  page: PageWish,
): Page<JobRow> {
  return readPage<JobRow>(
    statements,
    {
      select: JOB,
      where: [
        conversationKey === undefined ? null : ['j.conversation_key = ?', conversationKey],
        status === undefined ? null : ['j.status = ?', status],
      ],
      key: ['j.created_at', 'j.job_id'],
    },
    page,
  );
}

export function readJob(statements: Statements, jobId: string): JobRow | null {
  return statements.get<JobRow>(
    `select j.created_at as key_at, j.job_id as key_id, ${JOB} where j.job_id = ?`,
    jobId,
  );
}

/** What of a conversation is not over yet. */
export interface OpenWork {
  /** Actions that run, or are about to. */
  readonly actions: number;
  /** Actions that wait for a person. */
  readonly approvals: number;
  readonly deliveries: number;
}

export function readOpenWork(statements: Statements, localConversationId: string): OpenWork {
  const open = statements.get<OpenWork>(
    `select
       (select count(*) from instructions i where i.conversation_key = c.conversation_key
          and i.status not in ('succeeded', 'failed')
          and i.status not in ('awaiting_approval', 'outcome_unknown')) as actions,
       (select count(*) from instructions i where i.conversation_key = c.conversation_key
          and i.status not in ('succeeded', 'failed')
          and i.status in ('awaiting_approval', 'outcome_unknown')) as approvals,
       (select count(*) from delivery_jobs j where j.conversation_key = c.conversation_key
          and j.status not in ('finalized', 'failed')) as deliveries
     from conversations c where c.local_conversation_id = ?`,
    localConversationId,
  );
  return open ?? { actions: 0, approvals: 0, deliveries: 0 };
}

export interface InstructionRow extends Keyed {
  readonly instruction_id: string;
  readonly local_conversation_id: string;
  readonly assistant_message_id: string;
  readonly position: number;
  readonly target: string;
  readonly tool: string;
  readonly params_json: string;
  readonly risk: Risk;
  readonly status: InstructionStatus;
  readonly result_text: string | null;
  readonly result_format: 'text' | 'json';
  readonly error_code: ErrorCode | null;
  readonly error_text: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

const INSTRUCTION_COLUMNS = `i.instruction_id, c.local_conversation_id, m.assistant_message_id, i.position, i.target, i.tool,
  i.params_json, i.risk, i.status, i.result_text, i.result_format, i.error_code, i.error_text, i.created_at, i.started_at,
  i.finished_at`;
const INSTRUCTION = `${INSTRUCTION_COLUMNS}
  from instructions i cross join message_anchors m on m.anchor_id = i.anchor_id
  cross join conversations c on c.conversation_key = i.conversation_key`;

export function listInstructions(
  statements: Statements,
  { conversationKey, status }: WorkFilter<InstructionStatus>,
  page: PageWish,
): Page<InstructionRow> {
  return readPage<InstructionRow>(
    statements,
    {
      select: INSTRUCTION,
      where: [
        conversationKey === undefined ? null : ['i.conversation_key = ?', conversationKey],
        status === undefined ? null : ['i.status = ?', status],
      ],
      key: ['i.created_at', 'i.instruction_id'],
    },
    page,
  );
}

export function readInstruction(statements: Statements, id: string): InstructionRow | null {
  return statements.get<InstructionRow>(
    `select i.created_at as key_at, i.instruction_id as key_id, ${INSTRUCTION} where i.instruction_id = ?`,
    id,
  );
}

export interface ApprovalRow extends InstructionRow {
  readonly approval_id: string;
  readonly conversation_title: string | null;
  readonly kind: ApprovalKind;
  readonly decision: ApprovalDecision;
  readonly quoted: number;
  readonly reason: string | null;
  readonly expires_at: number | null;
  readonly decided_by: string | null;
  readonly asked_at: number;
  readonly decided_at: number | null;
}

const APPROVAL = `a.approval_id, coalesce(c.custom_title, c.title) as conversation_title, a.kind, a.decision, a.quoted, a.reason,
  a.expires_at, a.decided_by, a.created_at as asked_at, a.decided_at, ${INSTRUCTION_COLUMNS}
  from approvals a cross join instructions i on i.instruction_id = a.instruction_id
  cross join message_anchors m on m.anchor_id = i.anchor_id
  cross join conversations c on c.conversation_key = a.conversation_key`;

export function listApprovals(
  statements: Statements,
  {
    conversationKey,
    decision,
  }: {
    readonly conversationKey?: string | undefined;
    readonly decision?: ApprovalDecision | undefined;
  },
  page: PageWish,
): Page<ApprovalRow> {
  return readPage<ApprovalRow>(
    statements,
    {
      select: APPROVAL,
      where: [
        conversationKey === undefined ? null : ['a.conversation_key = ?', conversationKey],
        decision === undefined ? null : ['a.decision = ?', decision],
      ],
      key: ['a.created_at', 'a.approval_id'],
    },
    page,
  );
}

export function readApproval(statements: Statements, id: string): ApprovalRow | null {
  return statements.get<ApprovalRow>(
    `select a.created_at as key_at, a.approval_id as key_id, ${APPROVAL} where a.approval_id = ?`,
    id,
  );
}

export interface ArtifactRow extends Keyed {
  readonly artifact_id: string;
  readonly local_conversation_id: string;
  readonly conversation_key: string;
  readonly instruction_id: string | null;
  readonly name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly created_at: number;
}

const ARTIFACT = `a.artifact_id, c.local_conversation_id, a.conversation_key, a.instruction_id, a.name, a.media_type,
  a.size_bytes, a.sha256, a.created_at
  from artifacts a cross join conversations c on c.conversation_key = a.conversation_key`;

export function listArtifacts(
  statements: Statements,
  conversationKey: string | undefined,
  page: PageWish,
): Page<ArtifactRow> {
  return readPage<ArtifactRow>(
    statements,
    {
      select: ARTIFACT,
      where: [conversationKey === undefined ? null : ['a.conversation_key = ?', conversationKey]],
      key: ['a.created_at', 'a.artifact_id'],
    },
    page,
  );
}

export function readArtifact(statements: Statements, id: string): ArtifactRow | null {
  return statements.get<ArtifactRow>(
    `select a.created_at as key_at, a.artifact_id as key_id, ${ARTIFACT} where a.artifact_id = ?`,
    id,
  );
}

export function artifactBytes(statements: Statements): number {
  return (
    statements.get<{ bytes: number }>('select coalesce(sum(size_bytes), 0) as bytes from artifacts')
      ?.bytes ?? 0
  );
}

export function artifactHashes(statements: Statements): ReadonlySet<string> {
  const rows = statements.all<{ sha256: string }>('select distinct sha256 from artifacts');
  return new Set(rows.map((row) => row.sha256));
}

export interface PolicyRuleRow {
  readonly rule_id: string;
  readonly local_conversation_id: string | null;
  readonly conversation_key: string | null;
  readonly tool_pattern: string;
  readonly params_pattern_json: string | null;
  readonly decision: 'run' | 'ask' | 'deny';
  readonly reason: string | null;
  readonly created_at: number;
}

const RULE = `select r.rule_id, c.local_conversation_id, r.conversation_key, r.tool_pattern, r.params_pattern_json, r.decision,
  r.reason, r.created_at
  from policy_rules r left join conversations c on c.conversation_key = r.conversation_key`;

/** Those of a conversation with the global ones; without a conversation, all. */
export function listPolicyRules(
  statements: Statements,
  conversationKey: string | undefined,
): PolicyRuleRow[] {
  return conversationKey === undefined
    ? statements.all(`${RULE} order by r.created_at desc, r.rule_id desc`)
    : statements.all(
        `${RULE} where r.conversation_key = ? or r.conversation_key is null order by r.created_at desc, r.rule_id desc`,
        conversationKey,
      );
}

export function readPolicyRule(statements: Statements, id: string): PolicyRuleRow | null {
  return statements.get(`${RULE} where r.rule_id = ?`, id);
}

/** What an action's result keeps as text: its own, or how it failed. */
export function keptResult(
  statements: Statements,
  instructionId: string,
): { readonly conversation_key: string; readonly text: string } | null {
  return statements.get(
    `select conversation_key, coalesce(result_text, error_text, '') as text from instructions
     where instruction_id = ? and status in ('succeeded', 'failed')`,
    instructionId,
  );
}
