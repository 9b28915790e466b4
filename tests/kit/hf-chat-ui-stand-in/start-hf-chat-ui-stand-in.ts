import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { HfChatUiFace } from './hf-chat-ui-face.ts';

/** Plays a chat-ui that somebody hosts. */
export function hfChatUiSite(options: StandInOptions = {}): Site {
  const host = 'playground.localhost';
  return {
    platform: 'hf-chat-ui',
    host,
    isPlain: true,
    newChatPath: '/',
    conversationPath: (id) => `/conversation/${id}`,
    composer: 'form textarea',
    readyToSend: 'button[aria-label="Send message"]:not([disabled])',
    start: () =>
      startStandIn(
        {
          host,
          isPlain: true,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new HfChatUiFace(page, faults),
        },
        options,
      ),
  };
}
