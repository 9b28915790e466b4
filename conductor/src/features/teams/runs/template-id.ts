import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import {
  isProgramPlatform,
  type ProgramPlatform,
} from '../../../../../shared/model/program-platforms.ts';

/** A program of this machine, by the name of its template. */
export type Program = {
  readonly [K in ProgramPlatform]: { readonly kind: K; readonly name: string };
}[ProgramPlatform];

/** Template of a worker: a new chat on a site, a session with an agent, a program, or an existing conversation. */
export type Template =
  | { readonly kind: 'chat'; readonly platform: string }
  | { readonly kind: 'agent'; readonly agentId: string }
  | Program
  | { readonly kind: 'conversation'; readonly localConversationId: string };

const CHAT = /^chat:([a-z][a-z0-9-]{0,39})$/;

/** Prefix of a template that names a conversation. */
export const CONVERSATION_TEMPLATE = 'conversation:';

const CONVERSATION = new RegExp(`^${CONVERSATION_TEMPLATE}([\\w-]{1,64})$`);

const AGENT = /^agent:([a-z][a-z0-9-]{0,62})$/;

const PROGRAM = /^(acp|terminal):([a-z0-9][a-z0-9_-]{0,39})$/;

/** Reads `chat:<site>`, `agent:<its id>`, `acp:<name>`, `terminal:<name>` or `conversation:<our id>`. Null: it is no template. */
export function readTemplateId(templateId: string): Template | null {
  const localConversationId = namedConversation(templateId);
  if (localConversationId !== null) return { kind: 'conversation', localConversationId };
  const agentId = AGENT.exec(templateId)?.[1];
  if (agentId !== undefined) return { kind: 'agent', agentId };
  const [, kind, name] = PROGRAM.exec(templateId) ?? [];
  if (name !== undefined) return { kind: kind as ProgramPlatform, name };
  const platform = CHAT.exec(templateId)?.[1];
  return platform === undefined || platform === AGENT_PLATFORM || isProgramPlatform(platform)
    ? null
    : { kind: 'chat', platform };
}

/** Our id of the conversation that a template names; null: it names none. */
export function namedConversation(templateId: string): string | null {
  return CONVERSATION.exec(templateId)?.[1] ?? null;
}

export function chatTemplateId(platform: string): string {
  return `chat:${platform}`;
}
