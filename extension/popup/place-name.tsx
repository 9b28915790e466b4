import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { Visible } from '../../look/visible.tsx';
import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../i18n/words.ts';
import type { WaitingApproval } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { platformName } from '../ui/site-names.ts';

interface PlaceNameProps {
  readonly place: Pick<
    WaitingApproval,
    'platform' | 'remote_conversation_id' | 'title' | 'page_url' | 'is_here'
  >;
}

/** Returns whether it waits for a program that asks over MCP or HTTP: no page shows that. */
export function isProgram({ platform }: Pick<WaitingApproval, 'platform'>): boolean {
  return platform === 'client';
}

function programName(title: string | null): string {
  return title ? word('place_program', steeringShown(title)) : word('work_program');
}

/** Names a conversation: as this one, or as a button that leads there; of a program, what it calls itself. */
export function PlaceName({ place }: PlaceNameProps): VNode {
  const ask = useAsk();
  const [isUnknown, setUnknown] = useState(false);
  if (place.is_here) return <span class="place">{word('place_here')}</span>;
  const { platform, remote_conversation_id, page_url, title } = place;
  if (isProgram(place)) return <span class="place">{programName(title)}</span>;
  const site = platformName(platform);
  const name = title ? word('place', site, title) : site;
  async function go(): Promise<void> {
    const wish = { platform, remote_conversation_id, page_url };
    const { ok } = await ask({ kind: 'popup.go_to', ...wish });
    if (ok) window.close();
    else setUnknown(true);
  }
  return (
    <button
      type="button"
      class="place link"
      aria-label={isUnknown ? undefined : word('place_open', steeringShown(name))}
      onClick={() => void go().catch(reportError)}
    >
      {isUnknown ? word('place_unknown') : <Visible text={name} />}
    </button>
  );
}
