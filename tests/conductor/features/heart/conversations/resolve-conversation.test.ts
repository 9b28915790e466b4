import { describe, expect, it } from 'vitest';

import { type Change, type Plan, insert } from '../../../../../conductor/src/engine/plan.ts';
import { resolveConversation } from '../../../../../conductor/src/features/heart/conversations/resolve-conversation.ts';
import {
  CONVERSATION_ALIASES,
  type Conversation,
  type ConversationAlias,
} from '../../../../../conductor/src/features/heart/conversations/rows.ts';
import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import { conversation as plainConversation } from '../../../../kit/plain-rows.ts';
import {
  moveWorkers,
  mergeConversation,
} from '../../../../../conductor/src/features/heart/conversations/changes.ts';
import { conversationMerged } from '../../../../../conductor/src/features/heart/conversations/effects.ts';

const NOW = 5_000;

const key = (id: string) => conversationKey({ platform: 'chatgpt', remote_conversation_id: id });

const conversation = (id: string, more: Partial<Conversation> = {}): Conversation =>
  plainConversation(key(id), { createdAt: 1_000, updatedAt: 1_000, ...more });

function alias(from: string, into: string): ConversationAlias {
  return { aliasKey: key(from), conversationKey: key(into), createdAt: 1_000, version: 1 };
}

function see(
  id: string,
  {
    aliases = [],
    known = [],
    knownAliases = [],
  }: {
    readonly aliases?: readonly string[];
    readonly known?: readonly Conversation[];
    readonly knownAliases?: readonly ConversationAlias[];
  } = {},
): { conversation: Conversation; plan: Plan } {
  const sighting = {
    ref: { platform: 'chatgpt', remote_conversation_id: id },
    aliases,
    now: NOW,
    localConversationId: 'local-new',
    defaultModes: {},
    byHand: false,
    finalTimeoutMs: 60_000,
  };
  return resolveConversation(sighting, known, knownAliases);
}

const newAlias = (from: string, into: string): Change =>
  insert(CONVERSATION_ALIASES, {
    aliasKey: key(from),
    conversationKey: key(into),
    createdAt: NOW,
    version: 1,
  });

describe('a conversation that is seen', () => {
  it('for the first time is born manual, whatever the browser says', () => {
    const seen = see('a');
    const born = conversation('a', {
      localConversationId: 'local-new',
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(seen.conversation).toEqual(born);
    expect(seen.plan.changes).toEqual([{ op: 'insert', table: 'conversations', row: born }]);
    expect(seen.plan.events.map(({ type }) => type)).toEqual(['conversation.created']);
  });

  it('again changes nothing', () => {
    const known = conversation('a', { mode: 'auto', modeSetAt: 2_000 });
    const seen = see('a', { known: [known] });
    expect(seen).toEqual({
      conversation: known,
      plan: { changes: [], frames: [], events: [], effects: [] },
    });
  });

  it('with an earlier id of its own remembers that id once', () => {
    const known = conversation('a');
    expect(see('a', { aliases: ['WEB:1', 'WEB:1', 'a'], known: [known] }).plan.changes).toEqual([
      newAlias('WEB:1', 'a'),
    ]);
    const again = see('a', {
      aliases: ['WEB:1'],
      known: [known],
      knownAliases: [alias('WEB:1', 'a')],
    });
    expect(again.plan.changes).toEqual([]);
  });

  it('under an earlier id stays what it is', () => {
    const known = conversation('a');
    const seen = see('WEB:1', { known: [known], knownAliases: [alias('WEB:1', 'a')] });
    expect(seen.conversation).toBe(known);
    expect(seen.plan.changes).toEqual([]);
  });
});

describe('a provisional id that becomes the real one', () => {
  const provisional = conversation('WEB:1', { mode: 'auto', modeSetAt: 2_000, version: 4 });
  const seen = see('a', { aliases: ['WEB:1'], known: [provisional] });

  it('renames the conversation, which keeps everything else', () => {
    expect(seen.conversation).toEqual({
      ...provisional,
      conversationKey: key('a'),
      remoteConversationId: 'a',
      updatedAt: NOW,
      version: 5,
    });
  });

  it('keeps the provisional id as an alias, and tells those who cache keys', () => {
    expect(seen.plan.changes.slice(1)).toEqual([
      moveWorkers({ from: key('WEB:1'), into: key('a') }),
      newAlias('WEB:1', 'a'),
    ]);
    expect(seen.plan.effects).toEqual([conversationMerged({ from: key('WEB:1'), into: key('a') })]);
  });
});

describe('two conversations that turn out to be one', () => {
  const merge = (into: Partial<Conversation>, from: Partial<Conversation>) =>
    see('a', {
      aliases: ['WEB:1'],
      known: [conversation('a', into), conversation('WEB:1', from)],
    }).conversation;

  it('are merged into the one that has the real id', () => {
    const seen = see('a', {
      aliases: ['WEB:1'],
      known: [conversation('a'), conversation('WEB:1')],
    });
    expect(seen.conversation).toMatchObject({ conversationKey: key('a'), version: 2 });
    expect(seen.plan.changes).toMatchObject([
      mergeConversation({ from: key('WEB:1'), into: key('a'), at: NOW }),
      { op: 'update' },
    ]);
    expect(seen.plan.events).toMatchObject([
      { type: 'conversation.merged', detail: { from: key('WEB:1') } },
    ]);
  });

  it.each([
    ['auto', 2_000, 'paused', 3_000, 'paused'],
    ['auto', 3_000, 'paused', 2_000, 'auto'],
    ['manual', null, 'auto', 2_000, 'auto'],
    ['paused', 2_000, 'manual', null, 'paused'],
    ['manual', null, 'manual', null, 'manual'],
  ] as const)(
    'of which one is %s since %s and one %s since %s are %s',
    (mode, modeSetAt, otherMode, otherSetAt, kept) => {
      const one = merge({ mode, modeSetAt }, { mode: otherMode, modeSetAt: otherSetAt });
      expect(one.mode).toBe(kept);
    },
  );

  it('remember the newest reply of both, and a title if either has one', () => {
    const one = merge(
      { latestAssistantMessageId: 'old', latestObservedAt: 2_000 },
      { latestAssistantMessageId: 'new', latestObservedAt: 3_000, title: 'Tea' },
    );
    expect(one).toMatchObject({
      latestAssistantMessageId: 'new',
      latestObservedAt: 3_000,
      title: 'Tea',
    });
  });

  it('are merged and renamed when neither has the real id yet', () => {
    const seen = see('a', {
      aliases: ['WEB:1', 'WEB:2'],
      known: [conversation('WEB:1', { version: 3 }), conversation('WEB:2')],
    });
    expect(seen.conversation).toMatchObject({ conversationKey: key('a'), version: 5 });
    expect(seen.plan.changes).toMatchObject([
      mergeConversation({ from: key('WEB:2'), into: key('WEB:1'), at: NOW }),
      { op: 'update', row: { version: 3 } },
      { op: 'update', row: { version: 4 }, set: { conversationKey: key('a') } },
      moveWorkers({ from: key('WEB:1'), into: key('a') }),
      newAlias('WEB:1', 'a'),
    ]);
  });
});
