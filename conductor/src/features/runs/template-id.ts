import { AGENT_PLATFORM } from '../../../../shared/model/agent-platform.ts';

/** What a worker is made of: a new chat on a site, a session with an agent, or a conversation that is there. */
export type Template =
  | { readonly kind: 'chat'; readonly platform: string }
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'conversation'; readonly localConversationId: string };

const CHAT = /^chat:([a-z][a-z0-9-]{0,39})$/;

const CONVERSATION = /^conversation:([\w-]{1,64})$/;

const AGENT = /^agent:([a-z][a-z0-9-]{0,62})$/;

/** Reads `chat:<site>`, `agent:<its id>` or `conversation:<our id>`. Null: it is no template. */
export function readTemplateId(templateId: string): Template | null {
  const localConversationId = CONVERSATION.exec(templateId)?.[1];
  if (localConversationId !== undefined) return { kind: 'conversation', localConversationId };
  const agentId = AGENT.exec(templateId)?.[1];
  if (agentId !== undefined) return { kind: 'agent', agentId };
  const platform = CHAT.exec(templateId)?.[1];
  return platform === undefined || platform === AGENT_PLATFORM ? null : { kind: 'chat', platform };
}

export function chatTemplateId(platform: string): string {
  return `chat:${platform}`;
}
