import type { Assistant } from '../../playground/assistant.ts';
import { CANARIES } from '../../tests/kit/chatgpt-stand-in/canaries.ts';
import { ChatgptFace } from '../../tests/kit/chatgpt-stand-in/chatgpt-face.ts';
import { chatgptSite } from '../../tests/kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import type { Site } from '../../tests/kit/stand-in/site.ts';
import { namesOf, startStandIn } from '../../tests/kit/stand-in/start-stand-in.ts';

const PAGE = new URL('../../tests/kit/chatgpt-stand-in/page/chat-page.ts', import.meta.url);

/** The stand-in of chatgpt.com, which the extension serves. */
export function watchedSite(assistant: Assistant): Site {
  return chatgptSite({ assistant, styles: ['plain'] });
}

/** The very same site under a name that Baton has nothing to do with. */
export function unwatchedSite(assistant: Assistant): Site {
  const host = 'unwatched.example';
  class UnwatchedFace extends ChatgptFace {
    override hosts(port: number): readonly string[] {
      return namesOf(host, port);
    }
  }
  return {
    ...watchedSite(assistant),
    host,
    start: () =>
      startStandIn(
        {
          host,
          canaries: CANARIES,
          pageEntry: PAGE,
          createFace: (page, faults) =>
            new UnwatchedFace({ page, faults, styles: ['plain'], provisionalIds: false }),
        },
        { assistant },
      ),
  };
}
