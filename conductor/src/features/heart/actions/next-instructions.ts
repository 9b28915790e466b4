import { hasResult } from './instruction.machine.ts';
import type { Instruction } from './rows.ts';

/** Ready actions of a reply, by position, that those before them let begin. */
export function nextOf(instructions: readonly Instruction[]): Instruction[] {
  const next: Instruction[] = [];
  let open = false;
  for (const row of instructions) {
    if (row.status === 'ready' && (row.readOnly || !open)) next.push(row);
    if (hasResult(row.status)) continue;
    // Whatever it is, nothing passes by an action that changes something.
    if (!row.readOnly) break;
    open = true;
  }
  return next;
}

/** Tells whether any of a reply's actions goes on without a person. */
export function goesOnAlone(instructions: readonly Instruction[]): boolean {
  return (
    instructions.some(({ status }) => status === 'pending' || status === 'running') ||
    nextOf(instructions).length > 0
  );
}
