import type {
  ResourceAnswer,
  ResourceProblem,
  ResourceRequest,
} from '../messages/resource-messages.ts';
import type { ShadowRootOf } from './dom.ts';
import { extract } from './extract.ts';
import { findInPage } from './find.ts';
import { findTarget, problem } from './find-target.ts';
import { PageView } from './page-view.ts';
import { takeSnapshot } from './snapshot.ts';

export interface ResourcePage {
  readonly run: (request: ResourceRequest) => Promise<ResourceAnswer>;
  /** The places of the windows around this one, outermost first: which frame of the page it is. */
  readonly path: () => readonly number[];
}

type Outcome =
  | { readonly ok: true; readonly result: Extract<ResourceAnswer, { ok: true }>['result'] }
  | ({ readonly ok: false } & ResourceProblem);

/**
 * What works in a frame of a tab that a person lent or granted. It knows nothing of browsers: who starts it says how
 * shadow roots are opened.
 */
export function startResourcePage(shadowRootOf: ShadowRootOf): ResourcePage {
  const documentId = crypto.randomUUID();
  let view: PageView | null = null;

  async function run(request: ResourceRequest): Promise<ResourceAnswer> {
    view ??= new PageView({
      shadowRootOf,
      prefix: request.prefix,
      firstRef: Math.max(1, request.first_ref),
    });
    const outcome = await perform(view, request);
    const { href: url } = location;
    return {
      url,
      title: document.title,
      document: documentId,
      next_ref: view.refs.next,
      ...outcome,
    };
  }
  return { run, path: pathOfFrame };
}

async function perform(view: PageView, request: ResourceRequest): Promise<Outcome> {
  const { verb, args } = request;
  if (verb === 'find') return { ok: true, result: await findInPage(view, args) };
  const within = args.within === undefined ? null : findTarget(view, { ref: args.within });
  if (within !== null && !within.ok) return within;
  const root = within?.element ?? null;
  switch (verb) {
    case 'snapshot':
      return { ok: true, result: await takeSnapshot(view, root, args) };
    case 'extract':
      return { ok: true, result: await extract(view, root, args) };
    default:
      return problem('unsupported_verb', 'The page knows no such verb.');
  }
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
