/** The id of an action, made from the id of its reply and its place in it. */
export function instructionId(anchorId: string, position: number): string {
  return `${anchorId}.${position}`;
}
