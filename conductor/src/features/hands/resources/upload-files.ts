import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Artifacts } from '../../heart/artifacts/feature.ts';
import type { Standing } from './queries.ts';

/** Most bytes of all files of one call: they travel in one frame. */
const MAX_BYTES = 4_000_000;

/** Files that a call puts into a page, read before the call is dispatched. */
export interface UploadFiles {
  readonly callId: string;
  readonly files: Result<FrameOf<'tool.call'>['attachments'], CodedError>;
}

/** The files of the call at the front of a queue, where it puts files into a page; null: it does not. */
export async function uploadFiles(
  artifacts: Pick<Artifacts, 'readWhole'>,
  { calls, session }: Standing,
): Promise<UploadFiles | null> {
  const front = calls.find(({ status }) => status !== 'proposed');
  if (front?.status !== 'queued' || front.tool !== 'browser.upload') return null;
  const { callId } = front;
  const { artifacts: ids = [] } = JSON.parse(front.argsJson) as JsonObject & {
    artifacts?: readonly string[];
  };
  const files: FrameOf<'tool.call'>['attachments'] = [];
  let left = MAX_BYTES;
  for (const id of ids) {
    // A program's session has no artifacts: they belong to conversations.
    const read =
      session.conversationKey === null
        ? null
        : await artifacts.readWhole(session.conversationKey, id, left);
    if (read === null) return { callId, files: err(missing(id)) };
    if (read === 'too_large') return { callId, files: err(TOO_LARGE) };
    if (!read.ok) return { callId, files: read };
    const { name, mediaType: mime, bytes } = read.value;
    left -= bytes.length;
    files.push({ name, mime, data_base64: Buffer.from(bytes).toString('base64') });
  }
  return { callId, files: ok(files) };
}

function missing(id: string): CodedError {
  return { code: 'invalid_params', text: `args.artifacts: this chat has no artifact ${id}.` };
}

const TOO_LARGE: CodedError = {
  code: 'invalid_params',
  text: `args.artifacts: all files of one upload have at most ${MAX_BYTES} bytes.`,
};
