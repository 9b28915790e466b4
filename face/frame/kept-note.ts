import { useEffect } from 'preact/hooks';

import { areDraftsKept } from '../store/drafts.ts';
import { useToast } from '../store/world.ts';
import { word } from '../words/word.ts';

/** Says once that this window keeps nothing of what is written in it, as a private one may. */
export function KeptNote(): null {
  const toast = useToast();
  const isKept = areDraftsKept.value;
  useEffect(() => {
    if (!isKept) toast({ text: word('drafts_not_kept'), tone: 'bad' });
  }, [isKept]);
  return null;
}
