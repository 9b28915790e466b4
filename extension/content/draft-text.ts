import type { DraftCommand, DraftOutcome } from '../messages/page-messages.ts';
import type { PageSelectors } from '../platforms/platform.ts';
import { putInNoView } from './compose/editable-ways.ts';
import { Composer } from './composer.ts';

/** Puts a text into the composer as the person's draft: theirs to change, send or throw away. Never sends. */
export async function draftText(text: string, selectors: PageSelectors): Promise<DraftOutcome> {
  const composer = new Composer(selectors, putInNoView, () => false);
  if (composer.find() === null)
    return { ok: false, code: 'adapter_drift', text: 'The page shows no composer.' };
  if (composer.hasDraft())
    return { ok: false, code: 'draft_present', text: 'The composer holds a draft.' };
  if (await composer.insertDraft(text)) return { ok: true };
  return { ok: false, code: 'adapter_drift', text: 'The composer did not keep the text.' };
}

/** Only our own background reaches the channel it comes by. */
export function isDraftCommand(message: unknown): message is DraftCommand {
  const { kind, text } = Object(message) as Partial<DraftCommand>;
  return kind === 'page.draft' && typeof text === 'string';
}
