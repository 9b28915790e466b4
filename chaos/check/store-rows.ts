import Database from 'better-sqlite3';
import { z } from 'zod';

const Job = z.object({
  job_id: z.string(),
  conversation_key: z.string(),
  origin: z.string(),
  message_text: z.string(),
  status: z.string(),
  attempt_count: z.number(),
  last_error_code: z.string().nullable(),
  finished_at: z.number().nullable(),
  user_message_id: z.string().nullable(),
  final_anchor_id: z.string().nullable(),
});

const Event = z.object({
  event_id: z.number(),
  type: z.string(),
  subject_id: z.string(),
  conversation_key: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

const Anchor = z.object({
  anchor_id: z.string(),
  conversation_key: z.string(),
  assistant_message_id: z.string(),
});

const Instruction = z.object({
  instruction_id: z.string(),
  anchor_id: z.string(),
  conversation_key: z.string(),
  status: z.string(),
});

const AgentRun = z.object({ run_id: z.string(), status: z.string() });

const Call = z.object({
  call_id: z.string(),
  tool: z.string(),
  args_json: z.string(),
  status: z.string(),
  error_code: z.string().nullable(),
});

const Run = z.object({ run_id: z.string(), status: z.string() });

const RunWorker = z.object({
  worker_id: z.string(),
  run_id: z.string(),
  conversation_key: z.string().nullable(),
});

const RunInput = z.object({
  input_id: z.string(),
  run_id: z.string(),
  origin: z.string(),
  status: z.string(),
  job_id: z.string().nullable(),
});

const RunTask = z.object({ run_id: z.string(), status: z.string() });

const RunCall = z.object({ call_id: z.string() });

const Outbox = z.object({ client_id: z.string(), seq: z.number() });

export type JobRow = z.infer<typeof Job>;
export type EventRow = z.infer<typeof Event>;
export type AnchorRow = z.infer<typeof Anchor>;
export type CallRow = z.infer<typeof Call>;
export type InstructionRow = z.infer<typeof Instruction>;

/** The part of the conductor's disk that is checked. */
export interface StoreRows {
  /** In the order of their creation, as the audit trail has it. */
  readonly jobs: readonly JobRow[];
  /** In the order they were written. */
  readonly events: readonly EventRow[];
  readonly anchors: readonly AnchorRow[];
  readonly instructions: readonly InstructionRow[];
  readonly agentRuns: readonly z.infer<typeof AgentRun>[];
  /** Calls of programs, in pages and terminals. */
  readonly calls: readonly CallRow[];
  /** Rows of teams; sealed columns are not read. */
  readonly runs: readonly z.infer<typeof Run>[];
  readonly runWorkers: readonly z.infer<typeof RunWorker>[];
  readonly runInputs: readonly z.infer<typeof RunInput>[];
  readonly runTasks: readonly z.infer<typeof RunTask>[];
  readonly runCalls: readonly z.infer<typeof RunCall>[];
  /** Frames that no browser has taken. */
  readonly outbox: readonly z.infer<typeof Outbox>[];
}

/** Reads the tables past the conductor, which may run or not. */
export function readStoreRows(databaseFile: string): StoreRows {
  const database = new Database(databaseFile, { readonly: true });
  const all = (sql: string): unknown[] => database.prepare<[], unknown>(sql).all();
  try {
    return {
      // By the trail and not by the clock, which may have been set back in between.
      jobs: Job.array().parse(
        all(`select j.* from delivery_jobs j left join events e
          on e.subject_id = j.job_id and e.type = 'delivery_job.created' order by e.event_id`),
      ),
      events: z
        .array(z.object({ detail_json: z.string() }).loose())
        .parse(all('select * from events order by event_id'))
        .map((row) => Event.parse({ ...row, detail: JSON.parse(row.detail_json) })),
      anchors: Anchor.array().parse(all('select * from message_anchors')),
      instructions: Instruction.array().parse(all('select * from instructions')),
      agentRuns: AgentRun.array().parse(all('select run_id, status from agent_runs')),
      calls: Call.array().parse(
        all(
          'select call_id, tool, args_json, status, error_code from resource_calls order by created_at',
        ),
      ),
      runs: Run.array().parse(all('select * from runs order by created_at')),
      runWorkers: RunWorker.array().parse(all('select * from run_workers')),
      runInputs: RunInput.array().parse(all('select * from run_inputs')),
      runTasks: RunTask.array().parse(all('select * from run_tasks')),
      runCalls: RunCall.array().parse(all('select * from run_calls')),
      // A worker that nobody needs any more is not started again for what it was told last.
      outbox: Outbox.array().parse(
        all(`select o.client_id, o.seq from outbox o join clients c on c.client_id = o.client_id
          where c.origin not like 'baton-worker:%'`),
      ),
    };
  } finally {
    database.close();
  }
}
