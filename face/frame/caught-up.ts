import { useLayoutEffect } from 'preact/hooks';

import { useToast, useWorld } from '../store/world.ts';
import { counted } from '../words/word.ts';

/** Says how much happened meanwhile, where it was too much to be told event by event: what is shown may jump. */
export function CaughtUp(): null {
  const { live } = useWorld();
  const toast = useToast();
  useLayoutEffect(
    () =>
      live.on((news) => {
        if (news.kind !== 'missed' || news.events === 0) return;
        toast({ text: counted('caught_up', news.events), tone: 'good' });
      }),
    [live],
  );
  return null;
}
