import type { ExportLine, Row } from './data-port.ts';

/** The rows of an imported conversation, made harmless, and how many of them were changed. */
export interface Disarmed {
  readonly lines: readonly ExportLine[];
  readonly changed: number;
}

/**
 * Makes imported rows harmless: the conversation is paused, and what had not ended counts as ended, so that nothing
 * meant for another machine runs or is sent here. Rules that let actions run become rules that ask, and it is kin to no
 * agent or conversation of here.
 */
export function disarmed(lines: readonly ExportLine[]): Disarmed {
  const instructed = new Set(
    lines.filter(({ table }) => table === 'instructions').map(({ row }) => row['anchor_id']),
  );
  const changes = lines.map(({ table, row }) => changeOf(table, row, instructed));
  return {
    lines: lines.map((line, index) => ({ ...line, row: { ...line.row, ...changes[index] } })),
    changed: changes.filter((change) => change !== null).length,
  };
}

const NOT_ENDED = 'It was imported before it had ended.';

/** Returns the fields to change in a row; null: none. */
function changeOf(table: string, row: Row, instructed: ReadonlySet<unknown>): Row | null {
  switch (table) {
    case 'conversations':
      return changesOf({
        ...(isOneOf(row['mode'], 'auto', 'draining') && {
          mode: 'paused',
          pause_reason: 'imported',
        }),
        ...withoutKin(row),
      });
    case 'delivery_jobs':
      return jobChange(row);
    case 'instructions':
      return isOneOf(row['status'], 'succeeded', 'failed')
        ? null
        : {
            status: 'failed',
            error_code: 'cancelled',
            error_text: NOT_ENDED,
            finished_at: row['created_at'] ?? null,
          };
    case 'approvals':
      return row['decision'] === 'open'
        ? {
            decision: 'cancelled',
            decided_by: 'import',
            decided_at: row['created_at'] ?? null,
          }
        : null;
    case 'message_anchors':
      // What a person was asked nowhere yet is not offered to them by a file.
      return row['source'] === 'browser.final_message' &&
        typeof row['actions_hash'] === 'string' &&
        !instructed.has(row['anchor_id'])
        ? { source: 'snapshot' }
        : null;
    case 'renewals':
      return row['status'] === 'active' // guard: import-renewals
        ? { status: 'stopped', stop_reason: 'imported', due_at: null }
        : null;
    case 'policy_rules':
      return changesOf({
        ...(row['decision'] === 'run' && { decision: 'ask', even_if_tainted: 0 }),
        ...withoutKin(row),
      });
    default:
      return null;
  }
}

/**
 * An agent, and the conversation that asked it, are those of where the file was made. By such names it would go by rules
 * that were written here for others, or its own would hold for them.
 */
function withoutKin(row: Row): Row {
  // guard: import-kin
  const kin = ['agent_id', 'parent_key'].filter((name) => typeof row[name] === 'string');
  return Object.fromEntries(kin.map((name) => [name, null]));
}

function changesOf(changes: Row): Row | null {
  return Object.keys(changes).length === 0 ? null : changes;
}

/** A job that failed elsewhere cannot be retried here. */
function jobChange(row: Row): Row | null {
  if (row['status'] === 'finalized') return null;
  const { dismissed_at: dismissed, updated_at: updated = null } = row;
  const ended = { dismissed_at: dismissed ?? updated };
  if (row['status'] === 'failed') return typeof dismissed === 'number' ? null : ended;
  return {
    ...ended,
    status: 'failed',
    last_error_code: 'cancelled',
    last_error_text: NOT_ENDED,
    due_at: null,
    finished_at: updated,
  };
}

function isOneOf(value: unknown, ...words: readonly string[]): boolean {
  return words.includes(String(value));
}
