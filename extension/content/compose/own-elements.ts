const scope = globalThis as { batonOwn?: WeakSet<Element> };

/** Elements that Baton drew into the page, no part of it. All our scripts in a frame share the set; no page sees it. */
export const ownElements: WeakSet<Element> = (scope.batonOwn ??= new WeakSet());
