import type {
  PageOutcome,
  ResourceAnswer,
  ResourcePart,
  ResourceRequest,
} from '../messages/resource-messages.ts';
import type { ShadowRootOf } from './dom.ts';
import { findTarget } from './find-target.ts';
import { type PageReading, pageReading } from './page-reading.ts';
import { PageView } from './page-view.ts';
import { PersonInput } from './person-input.ts';
import { problem } from './problem.ts';
import { SecretFields } from './secret-fields.ts';
import { takeSnapshot } from './snapshot.ts';
import { withoutSecrets } from '../../shared/lib/without-secrets.ts';
import { windowIndex } from './walk.ts';

/** Answers what it was asked, as it knows the page; null: that is no verb of this part. */
export type PagePart = (
  reading: PageReading,
) => (request: ResourceRequest) => Promise<PageOutcome | null>;

export interface ResourcePage {
  /** Another one in every document. */
  readonly document: string;
  readonly run: (request: ResourceRequest) => Promise<ResourceAnswer>;
  /** The places of the windows around this one, outermost first: which frame of the page it is. */
  readonly path: () => readonly number[];
  /** A part that it has already stays the one that it had. */
  readonly learn: (name: ResourcePart, part: PagePart) => void;
  readonly has: (name: ResourcePart) => boolean;
}

/**
 * Starts the script that works in a frame of a tab that a person lent or granted. It depends on no browser: its caller
 * passes in how shadow roots are opened. It takes snapshots by itself; its parts handle all other requests.
 */
export function startResourcePage(shadowRootOf: ShadowRootOf): ResourcePage {
  const documentId = crypto.randomUUID();
  const parts = new Map<ResourcePart, PagePart>();
  const begun = new Map<ResourcePart, ReturnType<PagePart>>();
  let reading: PageReading | null = null;
  const secrets = new SecretFields(shadowRootOf);

  function readingFor({ prefix, first_ref }: ResourceRequest): PageReading {
    if (reading !== null) return reading;
    const person = new PersonInput();
    person.watch();
    const view = new PageView({
      shadowRootOf,
      secrets,
      prefix,
      firstRef: Math.max(1, first_ref),
    });
    return (reading = pageReading(view, person));
  }

  async function perform(known: PageReading, request: ResourceRequest): Promise<PageOutcome> {
    const origin = request.expect?.origin ?? null;
    if (origin !== null && origin !== location.origin) {
      return problem('page_changed', `The page is of ${location.origin} now.`);
    }
    if (request.verb === 'snapshot') return shown(known.view, request.args);
    if (request.verb === 'frame') {
      const found = findTarget(known.view, request.args);
      return found.ok ? { ok: true, result: { index: windowIndex(found.element) } } : found;
    }
    for (const [name, part] of parts) {
      const answers = begun.get(name) ?? part(known);
      begun.set(name, answers);
      const outcome = await answers(request);
      if (outcome !== null) return outcome;
    }
    return problem('unsupported_verb', 'The page knows no such verb.');
  }

  return {
    document: documentId,
    async run(request) {
      const known = readingFor(request);
      secrets.values.learn(request.secrets ?? []);
      secrets.look();
      const doc = request.expect?.doc ?? documentId;
      const outcome =
        doc === documentId
          ? await perform(known, request)
          : problem('page_changed', 'The page was loaded anew. Take a snapshot.');
      secrets.look();
      const answer = {
        url: location.href,
        title: document.title,
        document: documentId,
        next_ref: known.view.refs.next,
        ...outcome,
      };
      // Where pressed links lead is for whoever opens them, and told no further as it is.
      const kept = LOOKS.has(request.verb) ? undefined : LINKS;
      return { ...withoutSecrets(secrets.values, answer, kept), secrets: secrets.values.told() };
    },
    path: pathOfFrame,
    learn(name, part) {
      if (!parts.has(name)) parts.set(name, part);
    },
    has: (name) => parts.has(name),
  };
}

async function shown(
  view: PageView,
  args: Extract<ResourceRequest, { verb: 'snapshot' }>['args'],
): Promise<PageOutcome> {
  const root = args.within === undefined ? null : findTarget(view, { ref: args.within });
  if (root !== null && !root.ok) return root;
  return {
    ok: true,
    result: await view.read(() => takeSnapshot(view, root?.element ?? null, args)),
  };
}

const LOOKS: ReadonlySet<string> = new Set(['snapshot', 'find', 'extract']);
const LINKS: ReadonlySet<string> = new Set(['links']);

/** Windows of other origins may be counted and compared, if nothing else. */
function pathOfFrame(): readonly number[] {
  const path: number[] = [];
  for (let inner: Window = window; inner !== inner.parent; inner = inner.parent) {
    const around = inner.parent;
    let index = 0;
    while (index < around.length && around[index] !== inner) index += 1;
    path.unshift(index);
  }
  return path;
}
