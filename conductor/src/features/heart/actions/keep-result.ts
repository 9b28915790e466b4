import { headOf } from '../../../baa/cut-text.ts';
import { HEAD_LENGTH, shortenResult, WHOLE_RESULT_LENGTH } from '../../../baa/shorten-result.ts';
import {
  type Artifacts,
  fittingMediaType,
  isText,
  type StoredContent,
} from '../artifacts/feature.ts';
import type { Ending } from './steps/run-instruction.ts';
import type { Attachment, ToolOutcome } from './tools/tool.ts';

export interface KeptResult {
  readonly ending: Ending;
  readonly kept: readonly StoredContent[];
  /** Text that the assistant can read of the result: all that the tool said, except parts that found no room. */
  readonly said: string;
  /** The commit is made, or will never be. */
  readonly release: () => void;
}

/**
 * Makes a result fit for a message, with nothing lost: attachments and what is too long go to disk, and the text says
 * where. Where there is no room for them, the result says so instead, with the head of what there was.
 */
export async function keepResult(
  toolName: string,
  { attachments = [], ...outcome }: ToolOutcome,
  artifacts: Pick<Artifacts, 'keep'>,
): Promise<KeptResult> {
  const kept: StoredContent[] = [];
  const releases: (() => void)[] = [];
  const faults: string[] = [];
  const read: string[] = [];

  async function keep(
    content: string | Uint8Array,
    about: { readonly name: string; readonly mediaType: string },
  ): Promise<StoredContent | null> {
    const result = await artifacts.keep(content, about);
    if (!result.ok) {
      faults.push(result.error.text);
      return null;
    }
    kept.push(result.value.content);
    releases.push(result.value.release);
    return result.value.content;
  }

  async function lineOf({ name, mediaType, bytes }: Attachment): Promise<string> {
    const content = await keep(bytes, { name, mediaType });
    if (content !== null) read.push(wordsOf({ name, mediaType, bytes }));
    const what = `${JSON.stringify(content?.name ?? name)} (${content?.mediaType ?? mediaType}, ${bytes.length} bytes)`;
    return content === null
      ? `Not kept: ${what}.`
      : `Kept: ${what} as artifact ${JSON.stringify(content.artifactId)}.`;
  }

  const lines: string[] = [];
  for (const attachment of attachments) lines.push(await lineOf(attachment));
  const whole = [outcome.text, ...lines].filter((part) => part !== '').join('\n');
  const format = outcome.ok && lines.length === 0 ? outcome.format : 'text';
  let text = whole;
  let said = outcome.text;
  if (whole.length > WHOLE_RESULT_LENGTH) {
    const [mediaType, ending] =
      format === 'json' ? ['application/json', 'json'] : ['text/plain; charset=utf-8', 'txt'];
    const content = await keep(whole, { name: `${toolName}.${ending}`, mediaType });
    if (content === null) said = headOf(whole, HEAD_LENGTH);
    text =
      content === null
        ? `${whole.length} characters; the first of them:\n${said}`
        : shortenResult(whole, content.artifactId);
  }
  return {
    ending: endingOf(outcome, text, text === whole ? format : 'text', faults),
    kept,
    said: [said, ...read].join('\n'),
    release: () => releases.forEach((release) => release()),
  };
}

/** Returns the text of an attachment that an assistant can read with `artifact.read`. */
function wordsOf({ mediaType, bytes }: Attachment): string {
  return isText(fittingMediaType(mediaType)) ? new TextDecoder().decode(bytes) : '';
}

function endingOf(
  outcome: ToolOutcome,
  text: string,
  format: 'text' | 'json',
  faults: readonly string[],
): Ending {
  if (faults.length === 0) {
    return outcome.ok
      ? { ok: true, text, format }
      : { ok: false, error: { code: outcome.code, text } };
  }
  const why = [...new Set(faults)].join(' ');
  if (!outcome.ok) return { ok: false, error: { code: outcome.code, text: `${text}\n(${why})` } };
  return {
    ok: false,
    error: {
      code: 'quota_exceeded',
      text: `The action ran, but its result could not be kept whole. ${why} Do not run it again for that; what there is of it:\n${text}`,
    },
  };
}
