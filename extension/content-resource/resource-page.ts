import type {
  PageOutcome,
  ResourceAnswer,
  ResourceRequest,
} from '../messages/resource-messages.ts';
import { Acting } from './act.ts';
import type { ShadowRootOf } from './dom.ts';
import { extract } from './extract.ts';
import { findInPage } from './find.ts';
import { findTarget, problem } from './find-target.ts';
import { PageView } from './page-view.ts';
import { takeSnapshot } from './snapshot.ts';
import { waitFor } from './wait-for.ts';
import { windowIndex } from './walk.ts';

export interface ResourcePage {
  /** Another one in every document. */
  readonly document: string;
  readonly run: (request: ResourceRequest) => Promise<ResourceAnswer>;
  /** The places of the windows around this one, outermost first: which frame of the page it is. */
  readonly path: () => readonly number[];
}

/**
 * What works in a frame of a tab that a person lent or granted. It knows nothing of browsers: who starts it says how
 * shadow roots are opened.
 */
export function startResourcePage(shadowRootOf: ShadowRootOf): ResourcePage {
  const documentId = crypto.randomUUID();
  let view: PageView | null = null;
  let acting: Acting | null = null;

  async function run(request: ResourceRequest): Promise<ResourceAnswer> {
    view ??= new PageView({
      shadowRootOf,
      prefix: request.prefix,
      firstRef: Math.max(1, request.first_ref),
    });
    acting ??= new Acting(view);
    const doc = request.expect?.doc ?? documentId;
    const outcome =
      doc === documentId
        ? await perform(view, acting, request)
        : problem('page_changed', 'The page was loaded anew. Take a snapshot.');
    const { href: url } = location;
    return {
      url,
      title: document.title,
      document: documentId,
      next_ref: view.refs.next,
      ...outcome,
    };
  }
  return { document: documentId, run, path: pathOfFrame };
}

async function perform(
  view: PageView,
  acting: Acting,
  request: ResourceRequest,
): Promise<PageOutcome> {
  const origin = request.expect?.origin ?? null;
  if (origin !== null && origin !== location.origin) {
    return problem('page_changed', `The page is of ${location.origin} now.`);
  }
  switch (request.verb) {
    case 'snapshot':
    case 'extract':
      return read(view, request);
    case 'find':
      return { ok: true, result: await findInPage(view, request.args) };
    case 'waitFor':
      return waitFor(view, request.args);
    case 'frame': {
      const found = findTarget(view, request.args);
      return found.ok ? { ok: true, result: { index: windowIndex(found.element) } } : found;
    }
    case 'prepare':
      return acting.prepare({ ...request, ...request.args.act });
    case 'settle':
      return acting.settle(request.args.call_id);
    case 'cancel':
      acting.cancel(request.args.call_id);
      return { ok: true, result: { was: 'begun' } };
    case 'recall':
      return recall(acting, request.args.call_id);
    default:
      return acting.run(request);
  }
}

async function read(
  view: PageView,
  { verb, args }: Extract<ResourceRequest, { verb: 'snapshot' | 'extract' }>,
): Promise<PageOutcome> {
  const within = args.within === undefined ? null : findTarget(view, { ref: args.within });
  if (within !== null && !within.ok) return within;
  const root = within?.element ?? null;
  if (verb === 'snapshot') return { ok: true, result: await takeSnapshot(view, root, args) };
  return { ok: true, result: await extract(view, root, args) };
}

async function recall(acting: Acting, callId: string): Promise<PageOutcome> {
  const outcome = await acting.ended(callId);
  if (outcome === 'none') return { ok: true, result: { was: 'none' } };
  if (outcome === null) return { ok: true, result: { was: 'begun' } };
  return { ok: true, result: { was: 'ended', outcome } };
}

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
