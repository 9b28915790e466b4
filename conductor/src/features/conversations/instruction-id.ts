/** An action's id follows from its reply's, and from its place in it. */
export function instructionId(anchorId: string, position: number): string {
  return `${anchorId}.${position}`;
}
