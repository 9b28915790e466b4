import type { Site } from '../stand-in/site.ts';
import { type StandIn, type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { ClaudeFace, HOST_NAME } from './claude-face.ts';
import type { TurnStyle } from './completion-stream.ts';

export interface ClaudeOptions extends StandInOptions {
  /** Styles of the turns, in order and over again. Default: all. */
  readonly styles?: readonly TurnStyle[];
}

export type ClaudeStandIn = StandIn<typeof CANARIES>;

/** Plays https://claude.ai on a local port. */
export function startClaudeStandIn(options: ClaudeOptions = {}): Promise<ClaudeStandIn> {
  const { styles = ['text', 'tools'] } = options;
  return startStandIn(
    {
      host: HOST_NAME,
      canaries: CANARIES,
      pageEntry: new URL('page/chat-page.ts', import.meta.url),
      createFace: (page, faults) => new ClaudeFace({ page, faults, styles }),
    },
    options,
  );
}

/** Claude as tests address it; `start` starts the stand-in. */
export function claudeSite(options: ClaudeOptions = {}): Site {
  return {
    platform: 'claude',
    host: HOST_NAME,
    newChatPath: '/new',
    conversationPath: (id) => `/chat/${id}`,
    composer: '[data-testid="chat-input"]',
    readyToSend: 'button[aria-label="Send message"]:not([disabled])',
    start: () => startClaudeStandIn(options),
  };
}
