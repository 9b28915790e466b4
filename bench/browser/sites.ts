import type { Assistant } from '../../playground/assistant.ts';
import { CANARIES } from '../../tests/kit/chatgpt-stand-in/canaries.ts';
import { ChatgptFace, HOST_NAME } from '../../tests/kit/chatgpt-stand-in/chatgpt-face.ts';
import { chatgptSite } from '../../tests/kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import type { Site } from '../../tests/kit/stand-in/site.ts';
import { namesOf, startStandIn } from '../../tests/kit/stand-in/start-stand-in.ts';

/** The stand-in's page, with a megabyte of other script before it. */
const HEAVY_PAGE = new URL('heavy-page.ts', import.meta.url);

/** The stand-in of chatgpt.com, which the extension serves. */
export function watchedSite(assistant: Assistant): Site {
  return chatgptSite({ assistant, styles: ['plain'] });
}

/** The same with a page of real weight. */
export function watchedHeavySite(assistant: Assistant): Site {
  return heavySite(HOST_NAME, assistant);
}

/** The very same site under a name that Baton has nothing to do with. */
export function unwatchedSite(assistant: Assistant): Site {
  return heavySite('unwatched.example', assistant);
}

function heavySite(host: string, assistant: Assistant): Site {
  class NamedFace extends ChatgptFace {
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
          pageEntry: HEAVY_PAGE,
          createFace: (page, faults) =>
            new NamedFace({ page, faults, styles: ['plain'], provisionalIds: false }),
        },
        { assistant },
      ),
  };
}
