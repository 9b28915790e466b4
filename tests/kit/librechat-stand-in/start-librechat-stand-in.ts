import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { LibrechatFace } from './librechat-face.ts';

/** Plays a LibreChat that somebody hosts. */
export function librechatSite(options: StandInOptions = {}): Site {
  const host = 'playground.localhost';
  return {
    platform: 'librechat',
    host,
    isPlain: true,
    newChatPath: '/c/new',
    conversationPath: (id) => `/c/${id}`,
    composer: '#prompt-textarea',
    readyToSend: '#send-button:not([disabled])',
    start: () =>
      startStandIn(
        {
          host,
          isPlain: true,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new LibrechatFace(page, faults),
        },
        options,
      ),
  };
}
