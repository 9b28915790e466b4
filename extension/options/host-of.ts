/** The host of a match pattern. */
export function hostOf(pattern: string): string {
  return pattern.replace(/^\w+:\/\//, '').replace(/\/\*$/, '');
}
