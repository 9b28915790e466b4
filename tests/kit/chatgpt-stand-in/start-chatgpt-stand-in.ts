import type { Site } from '../stand-in/site.ts';
import { type StandIn, type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { ChatgptFace, HOST_NAME } from './chatgpt-face.ts';
import type { TurnStyle } from './turn-stream.ts';

export interface ChatgptOptions extends StandInOptions {
  /** Styles of the turns, in order and over again. Default: every one but `handoff`. */
  readonly styles?: readonly TurnStyle[];
  /** New chats show `/c/WEB:<uuid>` first. Default false. */
  readonly provisionalIds?: boolean;
}

export type ChatgptStandIn = StandIn<typeof CANARIES>;

/** Plays https://chatgpt.com on a local port. */
export function startChatgptStandIn(options: ChatgptOptions = {}): Promise<ChatgptStandIn> {
  const { styles = ['plain', 'thinking', 'tool', 'patched', 'instant'], provisionalIds = false } =
    options;
  return startStandIn(
    {
      host: HOST_NAME,
      canaries: CANARIES,
      pageEntry: new URL('page/chat-page.ts', import.meta.url),
      createFace: (page, faults) => new ChatgptFace({ page, faults, styles, provisionalIds }),
    },
    options,
  );
}

/** ChatGPT as tests address it; `start` starts the stand-in. */
export function chatgptSite(options: ChatgptOptions = {}): Site {
  return {
    platform: 'chatgpt',
    host: HOST_NAME,
    newChatPath: '/',
    conversationPath: (id) => `/c/${id}`,
    composer: '#prompt-textarea',
    readyToSend: '[data-testid="send-button"]:not([disabled])',
    start: () => startChatgptStandIn(options),
  };
}
