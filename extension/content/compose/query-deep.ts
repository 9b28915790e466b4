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
