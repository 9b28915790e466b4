import { useEffect, useState } from 'preact/hooks';

import type { ReplyProgress } from '../api/live.ts';
import { useWorld } from './world.ts';

/** Told once a second while a reply is written: after so long without, nobody writes or nobody sees it. */
const SILENT_MS = 10_000;

/** The reply that is being written in a conversation now; null: none that is known of. */
export function useReplyProgress(conversation: string): ReplyProgress | null {
  const { live } = useWorld();
  const [progress, setProgress] = useState<ReplyProgress | null>(null);
  useEffect(() => {
    let silent: ReturnType<typeof setTimeout> | undefined;
    const over = (): void => setProgress(null);
    const forget = live.on((news) => {
      if (news.kind === 'missed') over();
      if (news.kind === 'trail' && news.event.type === 'message_anchor.observed') {
        if (news.event.local_conversation_id === conversation) over();
      }
      if (news.kind !== 'progress' || news.progress.local_conversation_id !== conversation) return;
      clearTimeout(silent);
      silent = setTimeout(over, SILENT_MS);
      setProgress(news.progress.ended === true ? null : news.progress);
    });
    return () => {
      clearTimeout(silent);
      forget();
    };
  }, [live, conversation]);
  return progress;
}
