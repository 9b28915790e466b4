import { visibleJson } from './visible-text.ts';

/** One param of an action, as a person is shown it: each on a line of its own, whole. */
export interface ShownParam {
  readonly name: string;
  readonly value: string;
}

/** All that an action brings. Null: the text is no JSON object, as one that was cut. */
export function shownParams(paramsJson: string): readonly ShownParam[] | null {
  const params = objectOf(paramsJson);
  if (params === null) return null;
  return Object.entries(params).map(([name, value]) => ({
    name: visibleJson(name),
    value: visibleJson(value),
  }));
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
