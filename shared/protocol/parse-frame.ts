import type * as z from 'zod/mini';

import { err, ok, type Result } from '../lib/result.ts';
import type { ErrorCode } from '../model/error-codes.ts';
import { explainIssue } from './explain-issue.ts';
import {
  type ConductorFrame,
  type ExtensionFrame,
  FROM_CONDUCTOR,
  FROM_EXTENSION,
} from './frames.ts';
import { MAX_SEQ } from './version.ts';

/** Why a frame was refused; the content of the `error` frame that answers it. */
export interface FrameFault {
  readonly code: Extract<ErrorCode, 'malformed_frame' | 'unknown_type'>;
  readonly message: string;
  readonly path: string | null;
  readonly ref_id: string | null;
  /** The refused frame's `seq`, where it has one: its sender must still be able to move on. */
  readonly seq: number | null;
}

/** Reads what a browser sent. Unknown keys are dropped; everything else that does not fit is named. */
export function parseExtensionFrame(raw: string): Result<ExtensionFrame, FrameFault> {
  return parse(raw, FROM_EXTENSION) as Result<ExtensionFrame, FrameFault>;
}

/** Reads what the conductor sent. */
export function parseConductorFrame(raw: string): Result<ConductorFrame, FrameFault> {
  return parse(raw, FROM_CONDUCTOR) as Result<ConductorFrame, FrameFault>;
}

function parse(
  raw: string,
  schemas: Readonly<Record<string, z.ZodMiniType>>,
): Result<unknown, FrameFault> {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return err(
      fault('malformed_frame', 'A frame is one JSON object; this is not JSON.', null, undefined),
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err(fault('malformed_frame', 'A frame is one JSON object.', null, undefined));
  }
  const type = 'type' in value ? value.type : undefined;
  if (typeof type !== 'string') {
    return err(fault('malformed_frame', 'expected a string', 'type', value));
  }
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined; // guard: known-frames
  if (schema === undefined) {
    return err(
      fault(
        'unknown_type',
        `No frame of type ${JSON.stringify(type.slice(0, 80))} is taken here.`,
        'type',
        value,
      ),
    );
  }
  const parsed = schema.safeParse(value, { error: explainIssue });
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return err(
    fault(
      'malformed_frame',
      (issue?.message ?? 'out of shape').slice(0, 500),
      pathText(issue?.path ?? []),
      value,
    ),
  );
}

function fault(
  code: FrameFault['code'],
  message: string,
  path: string | null,
  value: object | undefined,
): FrameFault {
  const id = value && 'id' in value && typeof value.id === 'string' ? value.id : '';
  const seq = value && 'seq' in value && isPossible(value.seq) ? value.seq : null;
  return { code, message, path, ref_id: id.length > 0 && id.length <= 256 ? id : null, seq };
}

/** Noted as received, one that nobody can have sent would make all that follow look old. */
function isPossible(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && (seq as number) <= MAX_SEQ;
}

function pathText(path: readonly PropertyKey[]): string | null {
  let text = '';
  for (const part of path) {
    text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${String(part)}`;
  }
  return text === '' ? null : text;
}
