import { setTimeout as pause } from 'node:timers/promises';

import type { Assistant } from '../../playground/assistant.ts';
import type { Conversation } from '../../playground/chat-turn.ts';
import { chatgptSite } from '../../tests/kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { claudeSite } from '../../tests/kit/claude-stand-in/start-claude-stand-in.ts';
import type { SendPlan } from '../../tests/kit/stand-in/send-faults.ts';
import type { Site } from '../../tests/kit/stand-in/site.ts';
import type { StandIn } from '../../tests/kit/stand-in/start-stand-in.ts';
import type { PlannedConversation, Schedule } from '../schedule/schedule.ts';
import { type SiteEntry, tagIn } from '../site/site-log.ts';
import { LIMIT_MS, SiteScript } from '../site/site-script.ts';

/** Text that the people of this world leave in a composer. No site may ever get it. */
export const DRAFT = 'half a thought of my own';

/** A stream that breaks off does so before this event of it. */
const CUT_AT_EVENT = 3;
/** A reply comes in so many pieces. */
const PIECES = 5;

/** One conversation as a browser meets it. */
export interface Chat {
  readonly remoteId: string;
  readonly url: string;
  /** Selector of the field one types into. */
  readonly composer: string;
  /** Whether a reply is being written into it now. */
  readonly isWriting: () => boolean;
}

/** The chat sites, served under their true names, that take and answer messages by the schedule. */
export interface RealSite {
  /** Host names with the local port each is served at. */
  readonly hosts: Readonly<Record<string, number>>;
  readonly chats: readonly Chat[];
  /** All they took, per conversation in the order it came. */
  readonly log: readonly SiteEntry[];
  close(): Promise<void>;
}

/** @param arrived Called after each message. */
export async function startRealSite(schedule: Schedule, arrived: () => void): Promise<RealSite> {
  const script = new SiteScript(schedule);
  const assistant = scriptedBy(script, arrived);
  const sites: readonly Site[] = [chatgptSite({ assistant }), claudeSite({ assistant })];
  const standIns = await Promise.all(sites.map((site) => site.start()));
  for (const { faults } of standIns) faults.planSends((text) => planOf(script, text));
  const served = sites.flatMap((site, index) => {
    const standIn = standIns[index];
    return standIn === undefined ? [] : [{ site, standIn }];
  });
  const conversations = new Map<string, Conversation>();
  const chats = schedule.conversations.map((planned): Chat => {
    const { site, standIn } = servedAt(served, planned);
    const { remoteId } = planned;
    conversations.set(remoteId, standIn.createConversation(`Chat ${remoteId.slice(-3)}`, remoteId));
    return {
      remoteId,
      url: `https://${site.host}${site.conversationPath(remoteId)}`,
      composer: site.composer,
      isWriting: () => conversations.get(remoteId)?.turns.at(-1)?.role === 'user',
    };
  });
  return {
    hosts: Object.fromEntries(served.map(({ site, standIn }) => [site.host, standIn.port])),
    chats,
    get log() {
      return standIns
        .flatMap((standIn) => standIn.log())
        .map(({ conversation_id, message_id, text }): SiteEntry => {
          const turns = conversations.get(conversation_id)?.turns ?? [];
          const reply = turns.find(
            ({ role, parentId }) => role === 'assistant' && parentId === message_id,
          );
          return {
            conversation: conversation_id,
            turnId: message_id,
            tag: text.includes(DRAFT) ? null : tagIn(text),
            text,
            replyId: reply?.id ?? '',
          };
        });
    },
    async close() {
      await Promise.all(standIns.map((standIn) => standIn.close()));
    },
  };
}

function servedAt(
  served: readonly { readonly site: Site; readonly standIn: StandIn }[],
  { platform }: PlannedConversation,
): { readonly site: Site; readonly standIn: StandIn } {
  const found = served.find(({ site }) => site.platform === platform);
  if (found === undefined) throw new Error(`Nobody plays ${platform}.`);
  return found;
}

function planOf(script: SiteScript, text: string): SendPlan {
  const plan = script.planOf(text);
  const refusal = script.refusalOf(text);
  return {
    refusal:
      refusal === null
        ? null
        : refusal === 'limited'
          ? { kind: 'rate_limited', clearsInSeconds: LIMIT_MS / 1_000 }
          : { kind: 'server_error' },
    notice: null,
    redesigned: false,
    answerLost: plan.answerLost,
    pauseAt: (point) => pause(point === 'arrival' ? plan.transitMs : plan.acceptMs),
    beforeEvent(index) {
      const cut = plan.reply === 'unseen' && index === CUT_AT_EVENT;
      return cut ? Promise.reject(new Error('The schedule breaks it off.')) : Promise.resolve();
    },
  };
}

function scriptedBy(script: SiteScript, arrived: () => void): Assistant {
  return {
    async *reply(history, signal) {
      const text = history.at(-1)?.text ?? '';
      // After the site has written it down.
      queueMicrotask(arrived);
      const { replyMs } = script.planOf(text);
      const reply = script.replyTo(text);
      const size = Math.ceil(reply.length / PIECES);
      for (let at = 0; at < reply.length; at += size) {
        await pause(replyMs / PIECES, undefined, { signal });
        yield reply.slice(at, at + size);
      }
    },
  };
}
