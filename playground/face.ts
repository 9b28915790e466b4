import type { FastifyInstance } from 'fastify';
import type { ChatCore } from './chat-core.ts';

/**
 * The looks of one particular site: its pages, its addresses, its formats. History, log and assistant are the core's
 * and the same for all.
 */
export interface Face {
  /** Values of the Host header that are this site, exactly. */
  hosts(port: number): readonly string[];
  readonly contentSecurityPolicy: string;
  newConversationId(): string;
  newReplyId(questionId: string): string;
  /** Adds the site's routes. */
  register(app: FastifyInstance, core: ChatCore): void;
  /** Lets go of whatever would keep a request open, before the server closes. */
  close?(): void;
}
