const MAX_DEPTH = 8;
const MAX_FIELDS = 60;
const MAX_ITEMS = 3;

/** The shape of a JSON body: every value replaced by its kind, long lists cut. Holds no text of anyone's. */
export function bodyShape(body: string | null): unknown {
  if (body === null) return null;
  try {
    return shapeOf(JSON.parse(body), 0);
  } catch {
    return '<text>'; // Not JSON: that much of its shape is known.
  }
}

function shapeOf(value: unknown, depth: number): unknown {
  if (value === null) return null;
  if (typeof value !== 'object') return `<${typeof value}>`;
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '<list>' : '<object>';
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => shapeOf(item, depth + 1));
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.fromEntries(fields.map(([name, item]) => [name, shapeOf(item, depth + 1)]));
}
