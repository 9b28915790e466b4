/** Characters of one ordinal: enough for two thousand million messages beside one another. */
const WIDTH = 6;

/** The path of the message that is the `ordinal`-th (from 0) to follow the one of that path; null: it follows none. */
export function childPath(parent: string | null, ordinal: number): string {
  const own = ordinal.toString(36).padStart(WIDTH, '0');
  return parent === null ? own : `${parent}/${own}`;
}
