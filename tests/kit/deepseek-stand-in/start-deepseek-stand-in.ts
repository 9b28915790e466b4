import type { Site } from '../stand-in/site.ts';
import { type StandIn, type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import type { TurnStyle } from './completion-stream.ts';
import { DeepseekFace, HOST_NAME } from './deepseek-face.ts';

export interface DeepseekOptions extends StandInOptions {
  /** Styles of the turns, in order and over again. Default: all. */
  readonly styles?: readonly TurnStyle[];
}

export type DeepseekStandIn = StandIn<typeof CANARIES>;

/** Plays https://chat.deepseek.com on a local port. */
export function startDeepseekStandIn(options: DeepseekOptions = {}): Promise<DeepseekStandIn> {
  const { styles = ['text', 'thinking', 'search'] } = options;
  return startStandIn(
    {
      host: HOST_NAME,
      canaries: CANARIES,
      pageEntry: new URL('page/chat-page.ts', import.meta.url),
      createFace: (page, faults) => new DeepseekFace({ page, faults, styles }),
    },
    options,
  );
}

/** DeepSeek as tests address it; `start` starts the stand-in. */
export function deepseekSite(options: DeepseekOptions = {}): Site {
  return {
    platform: 'deepseek',
    host: HOST_NAME,
    newChatPath: '/',
    conversationPath: (id) => `/a/chat/s/${id}`,
    composer: 'textarea',
    readyToSend: 'div.ds-icon-button[aria-disabled="false"]',
    start: () => startDeepseekStandIn(options),
  };
}
