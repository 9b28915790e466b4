import * as z from 'zod/mini';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

/** The part of a message that the page shows. */
export const shownMessage = z.object({
  id: z.string(),
  author: z.object({ role: z.string() }),
  content: z.object({ content_type: z.string(), parts: z.optional(z.array(z.string())) }),
  recipient: z.string(),
  metadata: z.object({ is_visually_hidden_from_conversation: z.optional(z.boolean()) }),
});

export type ShownMessage = z.infer<typeof shownMessage>;

/** The text of a message a person is meant to see; null for all others. */
export function shownText({ content, recipient, metadata }: ShownMessage): string | null {
  if (metadata.is_visually_hidden_from_conversation || recipient !== 'all') return null;
  return content.content_type === 'text' ? (content.parts ?? []).join('') : null;
}
