import { type CommandAnswers, type PageCommand, TEACH_PAGE } from '../messages/page-messages.ts';
import type { PageMarks, PageSelectors, Platform } from '../platforms/platform.ts';
import type { ExtensionRuntime } from './background-link.ts';
import { ChatPage } from './chat-page.ts';
import { connectTap, type PageEvent, type TapLink } from './connect-tap.ts';
import { draftText, isDraftCommand } from './draft-text.ts';
import { pageMarks } from './page-marks.ts';
import { isChipCommand, StateChip } from './state-chip.ts';
import type { PageKnowledge } from './page-view.ts';
import type { Teaching } from './teach/teaching.ts';

/** Dependencies of a content script on the extension API. */
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

/** Parts that only some pages need: scripts of the others are built without them. */
export interface ContentParts extends Omit<PageKnowledge, 'teaching'> {
  /** Absent: the page has the one tap, of requests. */
  readonly connect?: (onEvent: (event: PageEvent) => void, signal: AbortSignal) => TapLink;
  /** Teaching of a person about a page that nobody wrote an adapter for. */
  readonly teaching?: (own: PageSelectors) => Promise<Teaching>;
}

/**
 * Starts watching the page, at document_start, with the first of the adapters that knows it. Ends by itself when the
 * extension is gone.
 */
export function startContent(
  runtime: ContentRuntime,
  platforms: readonly Platform[],
  { connect = connectTap, teaching: recall, ...parts }: ContentParts = {},
): void {
  const url = new URL(location.href);
  const candidates = platforms.filter((platform) => platform.serves(url));
  const [first] = candidates;
  if (first === undefined) return;
  const life = new AbortController();
  // The tap is met while the document is empty, also where the page has yet to say what it is.
  const early: PageEvent[] = [];
  let hear = (event: PageEvent): void => void early.push(event);
  const tap = connect((event) => {
    // The extension was updated or removed: what is left here ends, and the tap with it.
    if (runtime.id === undefined) life.abort();
    else hear(event);
  }, life.signal);

  async function beginTaught(
    own: Platform,
    recall: NonNullable<ContentParts['teaching']>,
  ): Promise<void> {
    const teaching = await recall(own.selectors);
    if (!life.signal.aborted) begin({ ...own, selectors: teaching.selectors }, teaching);
  }

  function begin(platform: Platform, teaching: Teaching | null = null): void {
    const page = new ChatPage(platform, runtime, tap, life, { ...parts, teaching });
    hear = (event) => page.heard(event);
    for (const event of early.splice(0)) page.heard(event);
    listen(runtime, page, platform.selectors, life);
  }

  if (first.recognises === null) return begin(first);
  document.addEventListener(
    'DOMContentLoaded',
    () => {
      const known = recognised(candidates, pageMarks(document));
      if (known === null) life.abort();
      else if (recall === undefined || known.recognises !== null) begin(known);
      else void beginTaught(known, recall);
    },
    { once: true, signal: life.signal },
  );
}

function recognised(candidates: readonly Platform[], marks: PageMarks): Platform | null {
  return candidates.find(({ recognises }) => recognises === null || recognises(marks)) ?? null;
}

function listen(
  runtime: ContentRuntime,
  page: ChatPage,
  selectors: PageSelectors,
  life: AbortController,
): void {
  const chip = new StateChip(selectors, life.signal);
  const listener: MessageListener = (message, sender, respond) => {
    if (sender.id !== runtime.id) return undefined;
    if (Object(message).kind === TEACH_PAGE) {
      page.teach();
      respond(null);
      return true;
    }
    if (isChipCommand(message)) {
      chip.show(message);
      respond(null);
      return true;
    }
    if (isDraftCommand(message)) {
      void draftText(message.text, selectors).then((outcome) => {
        if (outcome.ok) page.drafted();
        respond(outcome);
      });
      return true;
    }
    if (!isCommand(message)) return undefined;
    void page.obey(message).then(respond);
    return true; // The answer comes later.
  };
  runtime.onMessage.addListener(listener);
  life.signal.addEventListener('abort', () => runtime.onMessage.removeListener(listener));
}

const COMMANDS: ReadonlySet<unknown> = new Set<keyof CommandAnswers>([
  'page.identify',
  'page.stop',
  'attempt.baseline',
  'attempt.send',
  'attempt.query',
  'attempt.stop',
  'attempt.look',
]);

/** Only our own background reaches this channel; the rest is for other parts of the extension. */
function isCommand(message: unknown): message is PageCommand {
  const kind: unknown = Object(message).kind;
  return COMMANDS.has(kind);
}
