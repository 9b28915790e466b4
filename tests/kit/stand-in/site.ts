import type { StandIn } from './start-stand-in.ts';

/** A chat site as a test meets it: how it is started, addressed and typed into. */
export interface Site {
  /** The name on the wire. */
  readonly platform: string;
  readonly host: string;
  /** Software on a host of anybody's: without TLS, on the port it was given, which is part of its name. */
  readonly isPlain?: true;
  readonly newChatPath: string;
  readonly conversationPath: (id: string) => string;
  /** Selectors of the page. */
  readonly composer: string;
  readonly readyToSend: string;
  readonly start: () => Promise<StandIn>;
}
