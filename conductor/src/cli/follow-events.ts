import { FollowFault, type AuditEventView } from '../client/http-api.ts';
import type { CommandContext } from './context.ts';
import { Failure } from './output.ts';

/** Shows each event of the trail as it comes, until Ctrl+C. @param line What a person reads of it; null for nothing. */
export async function followEvents(
  { api, out }: CommandContext,
  query: Readonly<Record<string, string>>,
  line: (event: AuditEventView) => Promise<string | null>,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  process.stdout.once('error', end); // The reader closed our standard output.
  try {
    for await (const one of api.follow(query, over.signal)) {
      out.document(one);
      const text = out.json ? null : await line(one);
      if (text !== null) out.say(text);
    }
  } catch (cause) {
    if (cause instanceof FollowFault) throw new Failure(cause.error);
    throw cause;
  }
}
