import type { AcpQuestion } from '../features/teams/runs/feature.ts';
import type { SaidOfCall } from './session-updates.ts';

/** Acts of one program that are known, the newest. */
const MAX_CALLS = 50;

/** Most characters of one field. A longer one is not kept, and known to be missing. */
const MAX_KEPT = 20_000;

interface ToolCall {
  readonly title: string | null;
  readonly about: AcpQuestion['about'];
  /** Fields that it has, too long to be kept. */
  readonly missing: readonly string[];
}

/** Descriptions of a program's acts: it may ask for one by its id alone. */
export interface ToolCalls {
  hear(toolCallId: string, said: SaidOfCall): void;
  /** All that is known of one, with what is said of it now. */
  with(toolCallId: string, said: SaidOfCall): ToolCall;
}

export function createToolCalls(): ToolCalls {
  const known = new Map<string, ToolCall>();

  function joined(toolCallId: string, said: SaidOfCall): ToolCall {
    const before = known.get(toolCallId);
    const { title, kind, locations, rawInput: input, content } = said;
    const now = Object.entries({ kind, locations, input, content }).filter(
      ([, value]) => !isNothing(value),
    );
    const names = now.map(([name]) => name);
    return {
      title: title ?? before?.title ?? null,
      // It came as JSON.
      about: { ...before?.about, ...(Object.fromEntries(now) as AcpQuestion['about']) },
      missing: before?.missing.filter((name) => !names.includes(name)) ?? [],
    };
  }

  return {
    hear(toolCallId, said) {
      const { title, about, missing } = joined(toolCallId, said);
      const fields = Object.entries({ title, ...about });
      const long = fields.flatMap(([name, value]) =>
        JSON.stringify(value).length > MAX_KEPT ? [name] : [],
      );
      known.delete(toolCallId);
      known.set(toolCallId, {
        title: long.includes('title') ? null : title,
        about: Object.fromEntries(Object.entries(about).filter(([name]) => !long.includes(name))),
        missing: [...missing, ...long],
      });
      const [oldest] = known.keys();
      if (known.size > MAX_CALLS && oldest !== undefined) known.delete(oldest);
    },
    with: joined,
  };
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
