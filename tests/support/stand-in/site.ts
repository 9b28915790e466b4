import type { StandIn } from './start-stand-in.ts';

/** A chat site as a test meets it: how it is started, addressed and typed into. */
export interface Site {
  /** The name on the wire. */
  readonly platform: string;
  readonly host: string;
  readonly newChatPath: string;
  readonly conversationPath: (id: string) => string;
  /** Selectors of the page. */
  readonly composer: string;
  readonly readyToSend: string;
  readonly start: () => Promise<StandIn>;
}
