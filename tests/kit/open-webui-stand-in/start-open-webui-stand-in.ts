import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { OpenWebuiFace } from './open-webui-face.ts';

/** Plays an Open WebUI that somebody hosts. */
export function openWebuiSite(options: StandInOptions = {}): Site {
  const host = 'playground.localhost';
  return {
    platform: 'open-webui',
    host,
    isPlain: true,
    newChatPath: '/',
    conversationPath: (id) => `/c/${id}`,
    composer: '#chat-input',
    readyToSend: '#send-message-button:not([disabled])',
    start: () =>
      startStandIn(
        {
          host,
          isPlain: true,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new OpenWebuiFace(page, faults),
        },
        options,
      ),
  };
}
