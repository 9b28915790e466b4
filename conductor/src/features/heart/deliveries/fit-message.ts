import { ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { shortenResult } from '../../../baa/shorten-result.ts';
import type { Artifacts, StoredContent } from '../artifacts/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { messageLimit } from './message-limit.ts';

/** A text that fits into one message, and the artifact that holds all of it if it was too long. */
export interface FittingMessage {
  /** The message: the text as it is, or its head and tail with the id of the whole. */
  readonly text: string;
  /** The whole text on disk; its row comes with the delivery. Null: the text fits. */
  readonly stored: StoredContent | null;
  /** Releases the content. Call it once the row is committed, or never will be. */
  readonly release: () => void;
}

export interface MessageFitting {
  readonly artifacts: Pick<Artifacts, 'keep'>;
  readonly settings: SettingsNow;
}

/**
 * Shortens a text to the limit of its platform. The whole text is then kept as an artifact with the id of the delivery.
 * Fails as storing the artifact does. Never rejects.
 */
export async function fitMessage(
  text: string,
  { jobId, platform }: { readonly jobId: string; readonly platform: string },
  { artifacts, settings }: MessageFitting,
): Promise<Result<FittingMessage, CodedError>> {
  const limit = messageLimit(settings.current().max_message_chars, platform);
  if (text.length <= limit) return ok({ text, stored: null, release: () => undefined });
  const about = { name: 'message.txt', mediaType: 'text/plain; charset=utf-8' };
  const written = await artifacts.keep(text, about);
  if (!written.ok) return written;
  const { content, release } = written.value;
  return ok({
    text: shortenResult(text, jobId, limit),
    stored: { ...content, artifactId: jobId },
    release,
  });
}

/** Awaits the step that commits the row of the artifact, and then releases its content. */
export async function committed<Outcome>(
  enqueued: Promise<Outcome>,
  { release }: FittingMessage,
): Promise<Outcome> {
  try {
    return await enqueued;
  } finally {
    release();
  }
}
