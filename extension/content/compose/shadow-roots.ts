import { ownElements } from './own-elements.ts';

export type ShadowRootOf = (of: Element) => ShadowRoot | null;

interface Opener {
  readonly dom?: { readonly openOrClosedShadowRoot?: ShadowRootOf };
}

/** Firefox has it on the element, Chromium beside its other means for extensions; a script elsewhere has neither. */
type OpenedElement = Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null };

/** Opens closed shadow roots too, where the browser lets this script; `api` is what it gives to extensions. */
export function shadowRootsBy(api: Opener | undefined): ShadowRootOf {
  const open = api?.dom?.openOrClosedShadowRoot;
  return (of: OpenedElement) => {
    // What we drew is no part of the page.
    if (ownElements.has(of)) return null;
    if (of.openOrClosedShadowRoot !== undefined) return of.openOrClosedShadowRoot;
    if (open === undefined) return of.shadowRoot;
    return of instanceof HTMLElement ? open(of) : null;
  };
}

/** The same for this script. */
export const shadowRootOf = shadowRootsBy((globalThis as { chrome?: Opener }).chrome);
