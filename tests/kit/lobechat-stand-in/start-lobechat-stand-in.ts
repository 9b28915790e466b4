import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { LobechatFace } from './lobechat-face.ts';

/** Plays a LobeChat that somebody hosts, with a server's database. */
export function lobechatSite(options: StandInOptions = {}): Site {
  const host = 'playground.localhost';
  return {
    platform: 'lobechat',
    host,
    isPlain: true,
    newChatPath: '/agent/agt_1',
    conversationPath: (id) => `/agent/agt_1?topic=${id}`,
    composer: '[data-lexical-editor="true"]',
    readyToSend: '#actions button:not([disabled])',
    start: () =>
      startStandIn(
        {
          host,
          isPlain: true,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new LobechatFace(page, faults),
        },
        options,
      ),
  };
}
