import { startPlayground } from '../../../playground/server.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import type { Conversation } from '../../../playground/chat-turn.ts';
import type { ReceivedMessage } from '../../../playground/received-log.ts';
import { CANARIES } from './canaries.ts';
import { ChatgptFace, HOST_NAME } from './chatgpt-face.ts';
import { bundlePage } from './page-bundle.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';
import { PlannedFaults } from './send-faults.ts';
import type { SendFaults } from './send-faults.ts';
import type { TurnStyle } from './turn-stream.ts';

export interface StandInOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Keeps conversations over a restart of the stand-in. Absent: in memory only. */
  readonly dataDir?: string;
  /** Pause between two words of the reply. Default 0. */
  readonly delayMs?: number;
  /** Default: the scripted assistant. */
  readonly assistant?: Assistant;
  /** Styles of the turns, in order and over again. Default: every one but `handoff`. */
  readonly styles?: readonly TurnStyle[];
  /** New chats show `/c/WEB:<uuid>` first. Default false. */
  readonly provisionalIds?: boolean;
}

export interface ChatgptStandIn {
  /** Of 127.0.0.1; browsers are to be told that chatgpt.com lives there. */
  readonly port: number;
  /** PEM of the certificate for chatgpt.com, for clients that check it. */
  readonly certificate: string;
  readonly canaries: typeof CANARIES;
  readonly faults: SendFaults;
  /** Every user message that entered a conversation, or tried to twice. */
  log(): readonly ReceivedMessage[];
  duplicates(): number;
  /** An empty conversation, to be opened at `https://chatgpt.com/c/<id>`. */
  createConversation(title?: string): Conversation;
  close(): Promise<void>;
}

/** Plays https://chatgpt.com on a local port. */
export async function startChatgptStandIn(options: StandInOptions = {}): Promise<ChatgptStandIn> {
  const { styles = ['plain', 'thinking', 'tool', 'patched', 'instant'] } = options;
  const { port = 0, delayMs = 0, provisionalIds = false, dataDir, assistant } = options;
  const [tls, page] = await Promise.all([createSelfSignedCertificate(HOST_NAME), bundlePage()]);
  const faults = new PlannedFaults();
  const site = await startPlayground({
    port,
    delayMs,
    tls,
    face: new ChatgptFace({ page, faults, styles, provisionalIds }),
    ...(dataDir !== undefined && { dataDir }),
    ...(assistant && { assistant }),
  });
  return {
    port: site.port,
    certificate: tls.cert,
    canaries: CANARIES,
    faults,
    log: () => site.log(),
    duplicates: () => site.duplicates(),
    createConversation: (title) => site.createConversation(title),
    close: () => site.close(),
  };
}
