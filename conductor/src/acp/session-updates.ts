import * as z from 'zod';

/** Description of a program's act, in its own words; nothing in it was checked. */
const ofCall = z.object({
  title: z.string().nullish(),
  kind: z.unknown().optional(),
  locations: z.unknown().optional(),
  rawInput: z.unknown().optional(),
  content: z.unknown().optional(),
});

export type SaidOfCall = Partial<z.output<typeof ofCall>>;

const told = z.object({
  sessionId: z.string(),
  update: z.discriminatedUnion('sessionUpdate', [
    z.object({
      sessionUpdate: z.literal('agent_message_chunk'),
      content: z.object({ type: z.literal('text'), text: z.string() }),
    }),
    ofCall.extend({
      sessionUpdate: z.enum(['tool_call', 'tool_call_update']),
      toolCallId: z.string(),
    }),
  ]),
});

/** Reads an update of the session; null: it is of another session, or of no use here. */
export function readUpdate(
  params: unknown,
  sessionId: string | null,
): z.output<typeof told>['update'] | null {
  const read = told.safeParse(params);
  return read.success && read.data.sessionId === sessionId ? read.data.update : null;
}

/** The id of a session that has begun. Throws where it has none. */
export function begunSession(response: unknown): string {
  const read = z.object({ sessionId: z.string().min(1).max(1_000) }).safeParse(response);
  if (!read.success) throw new Error('It began no session.');
  return read.data.sessionId;
}

/** Why its turn ended; null: it does not say. */
export function stopReasonOf(response: unknown): string | null {
  const read = z.object({ stopReason: z.string() }).safeParse(response);
  return read.success ? read.data.stopReason : null;
}
