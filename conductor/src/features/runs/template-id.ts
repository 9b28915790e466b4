import { AGENT_PLATFORM } from '../../../../shared/model/agent-platform.ts';

/** What a worker is made of. */
export type Template = {
  /** A new chat on a site. */
  readonly kind: 'chat';
  readonly platform: string;
};

const CHAT = /^chat:([a-z][a-z0-9-]{0,39})$/;

/** Reads `chat:<site>`. Null: it is no template. */
export function readTemplateId(templateId: string): Template | null {
  const platform = CHAT.exec(templateId)?.[1];
  return platform === undefined || platform === AGENT_PLATFORM ? null : { kind: 'chat', platform };
}

export function chatTemplateId(platform: string): string {
  return `chat:${platform}`;
}
