import { startPlayground } from '../../../playground/server.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import type { Conversation } from '../../../playground/chat-turn.ts';
import type { Face } from '../../../playground/face.ts';
import type { ReceivedMessage } from '../../../playground/received-log.ts';
import { bundlePage, type PageFiles } from './page-bundle.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';
import { PlannedFaults, type SendFaults } from './send-faults.ts';

export interface StandInOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Keeps conversations over a restart of the stand-in. Absent: in memory only. */
  readonly dataDir?: string;
  /** Pause between two words of the reply. Default 0. */
  readonly delayMs?: number;
  /** Default: the scripted assistant. */
  readonly assistant?: Assistant;
}

type Secrets = Readonly<Record<string, string>>;

/** A chat site played on a local port, under the certificate of its true name. */
export interface StandIn<Canaries extends Secrets = Secrets> {
  /** Port on 127.0.0.1; browsers are to be told that the site lives there. */
  readonly port: number;
  /** PEM of the certificate, for clients that check it. */
  readonly certificate: string;
  /**
   * The secrets this site hands to its page. None of them may ever be found outside the page and this server: not in
   * a frame, a database, a log or an IndexedDB record. Tests search for these very strings.
   */
  readonly canaries: Canaries;
  readonly faults: SendFaults;
  /** Every user message that entered a conversation, or tried to twice. */
  log(): readonly ReceivedMessage[];
  duplicates(): number;
  /** An empty conversation, to be opened at the site's address for it. `id`: default one of the site's own making. */
  createConversation(title?: string, id?: string): Conversation;
  close(): Promise<void>;
}

/** The parts that make a stand-in one particular site. */
export interface StandInSite<Canaries extends Secrets> {
  readonly host: string;
  readonly isPlain?: true;
  readonly canaries: Canaries;
  /** The script of the site's pages. */
  readonly pageEntry: URL;
  readonly createFace: (page: PageFiles, faults: PlannedFaults) => Face;
}

export async function startStandIn<Canaries extends Secrets>(
  { host, isPlain, canaries, pageEntry, createFace }: StandInSite<Canaries>,
  { port = 0, delayMs = 0, dataDir, assistant }: StandInOptions,
): Promise<StandIn<Canaries>> {
  const [tls, page] = await Promise.all([createSelfSignedCertificate(host), bundlePage(pageEntry)]);
  const faults = new PlannedFaults();
  const site = await startPlayground({
    port,
    delayMs,
    ...(isPlain !== true && { tls }),
    face: createFace(page, faults),
    ...(dataDir !== undefined && { dataDir }),
    ...(assistant && { assistant }),
  });
  return {
    port: site.port,
    certificate: tls.cert,
    canaries,
    faults,
    log: () => site.log(),
    duplicates: () => site.duplicates(),
    createConversation: (title, id) => site.createConversation(title, id),
    close: () => site.close(),
  };
}

/** The names a site served under its true host answers to. */
export function namesOf(host: string, port: number): readonly string[] {
  return port === 443 ? [host] : [host, `${host}:${port}`];
}
