import { ok, type Result } from '../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../shared/model/error-codes.ts';
import { shortenResult } from '../../baa/shorten-result.ts';
import type { Artifacts, StoredContent } from '../artifacts/feature.ts';
import type { SettingsNow } from '../settings/feature.ts';
import { messageLimit } from './message-limit.ts';

/** A text that fits into one message, and the artifact that holds all of it if it was too long. */
export interface FittingMessage {
  /** What leaves: the text as it is, or its head and tail with where the whole is. */
  readonly text: string;
  /** The whole text, durable on disk; its row comes with the delivery. Null: the text fits. */
  readonly stored: StoredContent | null;
  /** The commit is made, or will never be. */
  readonly release: () => void;
}

/** What `fitMessage` works with. */
export interface MessageFitting {
  readonly artifacts: Pick<Artifacts, 'keep'>;
  readonly settings: SettingsNow;
}

/**
 * Makes a text fit for its platform with nothing lost: one over the limit of the settings is kept whole as an artifact
 * that goes by the delivery's id. Fails as keeping it does. Never rejects.
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

/** Until its row is committed, nothing but this holds the content. */
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
