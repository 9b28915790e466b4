/**
 * How whole a reply is, by the evidence of who told of it: `whole`: it came to its own end; `cut`: its site or model ended
 * it before that, as at a limit of length; `stopped`: a person or Baton did; `unproven`: nothing shows its end. Only a
 * whole one acts.
 */
export const COMPLETENESS = ['whole', 'cut', 'stopped', 'unproven'] as const;
export type Completeness = (typeof COMPLETENESS)[number];

const WORDS: Readonly<Record<Exclude<Completeness, 'whole'>, string>> = {
  cut: 'Cut off: the site ended this reply before its end. Nothing in it acts.',
  stopped: 'Stopped before its end. Nothing in it acts.',
  unproven: 'Perhaps not whole: nothing shows the end of this reply. Nothing in it acts.',
};

/** A sentence for whoever reads the reply; null: it is whole. */
export function incompleteWords(complete: Completeness): string | null {
  return complete === 'whole' ? null : WORDS[complete];
}

/** The reply as an assistant or a program reads it: that sentence stands before one that is not whole. */
export function toldWhole(text: string, complete: Completeness): string {
  const words = incompleteWords(complete);
  return words === null ? text : `${words}\n\n${text}`;
}

/** Result of each call in a reply that is not whole: the missing part may have belonged to the call. */
export const CALL_OF_PART = {
  code: 'reply_not_whole',
  text: 'It was not made: your reply ended before its own end, so a part of it may be missing. Say it again, shorter.',
} as const;
