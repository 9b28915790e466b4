/** Between the steps of a selector that leads into open shadow roots: what is before it is the host. */
export const INTO_SHADOW = ' >>> ';

/** Finds what a selector names that may lead into shadow roots. */
export function queryPath(selector: string): Element[] {
  const [first = '', ...inner] = selector.split(INTO_SHADOW);
  return inner.reduce(
    (hosts, step) =>
      hosts.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(step) ?? [])]),
    [...document.querySelectorAll(first)],
  );
}

/** Everything that a selector finds in the document and in all open shadow roots. */
export function queryEverywhere(selector: string, root: ParentNode = document): Element[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : queryEverywhere(selector, shadowRoot),
  );
  return [...root.querySelectorAll(selector), ...inner];
}

/** `querySelectorAll` that looks into open shadow roots too, in document order; costly, so only where needed. */
export function queryDeep(selector: string, root: ParentNode = document): Element[] {
  const light = [...root.querySelectorAll(selector)];
  if (light.length > 0) return light;
  const found: Element[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot !== null) found.push(...queryDeep(selector, element.shadowRoot));
  }
  return found;
}
