import type { Site } from '../stand-in/site.ts';
import { type StandInOptions, startStandIn } from '../stand-in/start-stand-in.ts';
import { CANARIES } from './canaries.ts';
import { CopilotFace, HOST_NAME } from './copilot-face.ts';

/** Plays https://copilot.microsoft.com on a local port. */
export function copilotSite(options: StandInOptions = {}): Site {
  return {
    platform: 'copilot',
    host: HOST_NAME,
    newChatPath: '/',
    conversationPath: (id) => `/chats/${id}`,
    composer: '#userInput',
    readyToSend: 'button[data-testid="submit-button"]:not([disabled])',
    start: () =>
      startStandIn(
        {
          host: HOST_NAME,
          canaries: CANARIES,
          pageEntry: new URL('page/chat-page.ts', import.meta.url),
          createFace: (page, faults) => new CopilotFace(page, faults),
        },
        options,
      ),
  };
}
