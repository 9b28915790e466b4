import { queuedTasksDone, waitForPage } from '../wait-for-page.ts';
import { composerText, holdsText, showsText } from './composer-text.ts';
import { deleteBackward } from './delete-backward.ts';
import { EDITABLE_WAYS, type PutInView, setContent, type Way } from './editable-ways.ts';
import { FIELD_WAYS, isField, setField } from './field-ways.ts';
import { selectAll, selectAllNow } from './select-all.ts';

/** How long an editor may take to show what was put in; one that stands still has shown it. */
const SETTLE_MS = 400;
const STILL_MS = 200;

export interface InsertOptions {
  /** The way in that kept the last message here: it is tried first. */
  readonly known: string | null;
  /** Ways in that looked well, and whose text the page then sent changed: they are not tried. */
  readonly mangling: ReadonlySet<string>;
  readonly putInView: PutInView;
  /** A person began to write, so that what is in the composer is not ours alone, or the message is called off. */
  readonly isInterrupted: () => boolean;
}

type Find = () => HTMLElement | null;

/**
 * Puts `text` into an empty composer and reads it back; on any difference takes it out again and tries the
 * next way in. Gives the name of the way that kept it; null when none does: the composer is empty again then, unless
 * even that failed. `find` gives the composer anew, as some pages replace it while they render.
 */
export async function insertText(
  find: Find,
  text: string,
  { known, mangling, putInView, isInterrupted }: InsertOptions,
): Promise<string | null> {
  const composer = find();
  if (composer === null) return null;
  composer.focus({ preventScroll: true });
  const ways: readonly Way[] = isField(composer) ? FIELD_WAYS : EDITABLE_WAYS;
  const usable = ways.filter(({ name }) => !mangling.has(name));
  const first = usable.find(({ name }) => name === known);
  /** Kept by what the composer holds, but not by what it shows: the page may send either. */
  let second: Way | null = null;
  for (const way of new Set(first === undefined ? usable : [first, ...usable])) {
    if (isInterrupted()) return null;
    const kept = await tryWay(find, way, text, putInView);
    if (kept === 'shown' || (kept === 'held' && way === first)) return way.name;
    if (kept === 'held') second ??= way;
    if (isInterrupted()) return null;
    if (kept !== 'untaken' && !(await clearComposer(find))) return null;
  }
  if (second === null || (await tryWay(find, second, text, putInView)) === 'changed') return null;
  return second.name;
}

async function tryWay(
  find: Find,
  { put }: Way,
  text: string,
  putInView: PutInView,
): Promise<'shown' | 'held' | 'changed' | 'untaken'> {
  const composer = find();
  if (composer === null) return 'untaken';
  if (!isField(composer)) await selectAll(composer);
  if (!(await put(composer, text, putInView)))
    return composerText(composer) === '' ? 'untaken' : 'changed';
  if (isField(composer)) await queuedTasksDone(); // A page that renders from its own state may put the old value back.
  if (!(await settles(find, (field) => holdsText(field, text)))) return 'changed';
  const field = find();
  return field !== null && showsText(field, text) ? 'shown' : 'held';
}

/** Empties the composer; the caller knows that nothing in it is the person's. True when it is empty. */
export async function clearComposer(find: Find): Promise<boolean> {
  const composer = find();
  if (composer === null) return true;
  if (composerText(composer) === '') return true;
  composer.focus({ preventScroll: true });
  const isEmpty = (field: HTMLElement): boolean => composerText(field).trim() === '';
  if (isField(composer)) setField(composer, '', 'deleteContent');
  else {
    // At once, as some editors undo a selection that no hand made; then again, for those that must hear of it.
    selectAllNow(composer);
    deleteBackward(composer);
    if (await settles(find, isEmpty)) return true;
    await selectAll(find() ?? composer);
    deleteBackward(find() ?? composer);
    if (await settles(find, isEmpty)) return true;
    // Commands of Firefox do not reach every shadow root.
    setContent(find() ?? composer, []);
  }
  return settles(find, isEmpty);
}

async function settles(find: Find, holds: (composer: HTMLElement) => boolean): Promise<boolean> {
  const check = (): boolean => {
    const composer = find();
    return composer !== null && holds(composer);
  };
  if (!(await waitForPage(check, { withinMs: SETTLE_MS, stillMs: STILL_MS }))) return false;
  await queuedTasksDone(); // Once more after the editor has had its say.
  return check();
}
