const scope = globalThis as { batonOwn?: WeakSet<Element> };

/** What Baton itself drew into the page: no part of it. All scripts of ours in a frame share it, and no page sees it. */
export const ownElements: WeakSet<Element> = (scope.batonOwn ??= new WeakSet());
