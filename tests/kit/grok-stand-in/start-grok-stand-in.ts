import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { GrokFace, HOST_NAME } from './grok-face.ts';

/** Plays https://grok.com on a local port. */
export function grokSite(options: StandInOptions = {}): Site {
  return {
    platform: 'grok',
    host: HOST_NAME,
    newChatPath: '/',
    conversationPath: (id) => `/c/${id}`,
    composer: '.query-bar .tiptap',
    readyToSend: 'button[aria-label="Submit"]:not([disabled])',
    start: () =>
      startStandIn(
        {
          host: HOST_NAME,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new GrokFace(page, faults),
        },
        options,
      ),
  };
}
