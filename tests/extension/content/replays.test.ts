import { describe, expect, test } from 'vitest';

import type { TapLink } from '../../../extension/content/connect-tap.ts';
import type { Exchange } from '../../../extension/content/exchange.ts';
import { HistoryAccess } from '../../../extension/content/history-access.ts';
import { Replays } from '../../../extension/content/replays.ts';
import { claude } from '../../../extension/platforms/claude/claude.ts';

const SITE = 'https://claude.ai';
const ID = '0199aaaa-0000-7000-8000-000000000001';
const HUMAN = '0199aaaa-0000-7000-8000-00000000000a';
const ANSWER = '0199aaaa-0000-7000-8000-00000000000b';
const READ = `${SITE}/api/organizations/org-1/chat_conversations/${ID}?tree=True`;
const HISTORY = JSON.stringify({
  uuid: ID,
  current_leaf_message_uuid: ANSWER,
  chat_messages: [
    { uuid: HUMAN, sender: 'human', index: 0, content: [{ type: 'text', text: 'Hi.' }] },
    {
      uuid: ANSWER,
      sender: 'assistant',
      index: 1,
      parent_message_uuid: HUMAN,
      stop_reason: 'stop_sequence',
      content: [{ type: 'text', text: 'Hello.' }],
    },
  ],
});

/** The page at its site: a tap that answers reads from the history, and notes what it is told to send. */
function world() {
  const told: unknown[] = [];
  let now = 1_000;
  const tap: TapLink = {
    send: (command) => void told.push(command),
    arm: async () => true,
    putInView: () => Promise.resolve(false),
    read: async () => ({ status: 200, body: HISTORY }),
  };
  Object.assign(globalThis, { location: { origin: SITE } });
  const history = new HistoryAccess(claude, tap);
  const replays = new Replays(claude, history, tap, () => now);
  return {
    told,
    replays,
    /** The page reads the conversation it shows, as it does at load. */
    read: () => history.offer(READ, ID, HISTORY),
    later: (ms: number) => void (now += ms),
  };
}

function sendOf(details: Partial<Exchange> = {}): Exchange {
  const body = {
    prompt: 'a private question',
    parent_message_uuid: ANSWER,
    turn_message_uuids: { human_message_uuid: HUMAN, assistant_message_uuid: ANSWER },
    model: 'claude-sonnet-5',
  };
  const request = {
    url: `${SITE}/api/organizations/org-1/chat_conversations/${ID}/completion`,
    method: 'POST',
    body: JSON.stringify(body),
    pageUrl: `${SITE}/chat/${ID}`,
  };
  return {
    id: 1,
    request,
    headerNames: [],
    send: claude.describeSend(request),
    resume: null,
    placeNumber: 0,
    fingerprint: 'f-1',
    status: 200,
    contentType: 'text/event-stream',
    ...details,
  };
}

describe('a replay', () => {
  test('is made of the page’s own accepted send, under the last message of the history', async () => {
    const { replays, read, told } = world();
    read();
    expect(await replays.request(ID, 'ours')).toBeNull();
    replays.captured(sendOf());
    const request = await replays.request(ID, 'ours');
    expect(request?.url).toBe(
      `${SITE}/api/organizations/org-1/chat_conversations/${ID}/completion`,
    );
    const body = JSON.parse(request?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      prompt: 'ours',
      parent_message_uuid: ANSWER,
      model: 'claude-sonnet-5',
    });
    expect(request?.body).not.toContain('a private question');
    expect(request?.body).not.toContain(HUMAN);
    if (request !== null) replays.send(request);
    const like = sendOf().request.url;
    expect(told).toEqual([{ kind: 'replay', like, url: request?.url, body: request?.body }]);
  });

  test('has new ids every time', async () => {
    const { replays, read } = world();
    read();
    replays.captured(sendOf());
    const [one, two] = [await replays.request(ID, 'ours'), await replays.request(ID, 'ours')];
    expect(one?.body).not.toBe(two?.body);
  });

  test.each([
    ['a refusal', sendOf({ status: 403 })],
    ['another login', sendOf({ fingerprint: 'f-2', status: 500 })],
  ])('is over with %s', async (_what, after) => {
    const { replays, read } = world();
    read();
    replays.captured(sendOf());
    replays.captured(after);
    expect(await replays.request(ID, 'ours')).toBeNull();
  });

  test('stays with a limit or a fault of the site’s', async () => {
    const { replays, read } = world();
    read();
    replays.captured(sendOf());
    replays.captured(sendOf({ status: 429 }));
    replays.captured(sendOf({ status: 503 }));
    expect(await replays.request(ID, 'ours')).not.toBeNull();
  });

  test('is over with age, with a failure, and impossible where the history cannot be read', async () => {
    const { replays, read, later } = world();
    replays.captured(sendOf());
    expect(await replays.request(ID, 'ours')).toBeNull();
    read();
    expect(await replays.request(ID, 'ours')).not.toBeNull();
    later(3_600_001);
    expect(await replays.request(ID, 'ours')).toBeNull();
    replays.captured(sendOf());
    replays.failed();
    expect(await replays.request(ID, 'ours')).toBeNull();
  });
});
