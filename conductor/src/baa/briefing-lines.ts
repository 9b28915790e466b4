/** A target with names of its tools, as a briefing lists them. */
const TOOL_LIST =
  /^@[a-z][a-z0-9_.-]*:: (?:\(not running now\)|[A-Za-z][\w.-]*!?(?:, [A-Za-z][\w.-]*!?)*(?:, and \d+ more)?)$/gm;

/** The first line of a briefing. */
export const BRIEFING_BEGINS =
  'You can act on my computer through Baton. To act, write a code block with the info string baa in your reply, one action per line, like this:';

/** Removes the lists of tools that a briefing of Baton's put into a person's text. */
export function withoutToolLists(text: string): string {
  return text.includes(BRIEFING_BEGINS) ? text.replaceAll(TOOL_LIST, '') : text;
}
