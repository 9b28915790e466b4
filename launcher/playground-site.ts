import { z } from 'zod';

const Log = z.object({
  messages: z.array(z.object({ conversation_id: z.string(), text: z.string() })),
  duplicates: z.number(),
});

const Created = z.object({ conversation_id: z.string() });

const Conversation = z.object({
  messages: z.array(
    z.object({
      message_id: z.string(),
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      failed: z.boolean(),
    }),
  ),
  /** The reply being written now. */
  replying: z.string().nullable(),
});

export type SiteLog = z.infer<typeof Log>;
export type SiteConversation = z.infer<typeof Conversation>;
export type SiteMessage = SiteConversation['messages'][number];

/** The playground as it answers anyone: it knows nothing of Baton, and its log is what was really sent. */
export interface PlaygroundSite {
  /** Every message the site received, and how many of them repeat another. */
  log(): Promise<SiteLog>;
  createConversation(title: string): Promise<string>;
  conversation(id: string): Promise<SiteConversation>;
  /** For the browser. */
  conversationUrl(id: string): string;
}

/** `url` is the address for browsers, under a name only they resolve; from here it is reached by number. */
export function connectPlaygroundSite(url: string): PlaygroundSite {
  const origin = new URL(url);
  origin.hostname = '127.0.0.1';

  async function ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, origin), {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`The playground answered ${path} with ${response.status}.`);
    return response.json();
  }

  return {
    log: async () => Log.parse(await ask('/api/log')),
    createConversation: async (title) =>
      Created.parse(await ask('/api/conversations', { title })).conversation_id,
    conversation: async (id) => Conversation.parse(await ask(`/api/conversations/${id}`)),
    conversationUrl: (id) => new URL(`/c/${id}`, url).href,
  };
}
