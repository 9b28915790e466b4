import type { CommandAnswers, PageCommand } from '../messages/page-messages.ts';
import { platformForPage } from '../platforms/registry.ts';
import type { ExtensionRuntime } from './background-link.ts';
import { ChatPage } from './chat-page.ts';

/** What a content script needs of the extension API. */
export interface ContentRuntime extends ExtensionRuntime {
  readonly onMessage: {
    addListener(listener: MessageListener): void;
    removeListener(listener: MessageListener): void;
  };
}

type MessageListener = (
  message: unknown,
  sender: { readonly id?: string | undefined },
  respond: (answer: unknown) => void,
) => boolean | undefined;

/** Starts watching the page, at document_start. Ends by itself when the extension is gone. */
export function startContent(runtime: ContentRuntime): void {
  const platform = platformForPage(new URL(location.href));
  if (platform === null) return;
  const life = new AbortController();
  const page = new ChatPage(platform, runtime, life);

  const listener: MessageListener = (message, sender, respond) => {
    if (sender.id !== runtime.id || !isCommand(message)) return undefined;
    void page.obey(message).then(respond);
    return true; // The answer comes later.
  };
  runtime.onMessage.addListener(listener);
  life.signal.addEventListener('abort', () => runtime.onMessage.removeListener(listener));
}

const COMMANDS: ReadonlySet<unknown> = new Set<keyof CommandAnswers>([
  'page.identify',
  'attempt.baseline',
  'attempt.send',
  'attempt.query',
  'attempt.look',
]);

/** Only our own background reaches this channel; the rest is for other parts of the extension. */
function isCommand(message: unknown): message is PageCommand {
  const kind: unknown = Object(message).kind;
  return COMMANDS.has(kind);
}
