import { describe, expect, test } from 'vitest';
import { ConversationTracker } from '../../../extension/content/conversation-tracker.ts';
import type { KeptIds } from '../../../extension/content/kept-ids.ts';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const ONE = '69ff3abc-9598-83ea-993f-8f3c5854a2eb';
const TWO = '6a034877-cfc4-83e8-9c3f-9ccdde05cf75';
const WEB = `WEB:${ONE}`;

const at = (path: string): URL => new URL(path, 'https://chatgpt.com');
const keptIds = (kept = new Map<string, string>()): KeptIds => ({
  read: (page) => kept.get(page.pathname) ?? null,
  keep: (page, id) => void kept.set(page.pathname, id),
  forget: (page) => void kept.delete(page.pathname),
});
const tracker = (path: string): ConversationTracker =>
  new ConversationTracker(chatgpt, at(path), () => undefined, keptIds());

describe('the conversation a page shows', () => {
  test('is the one in its address', () => {
    expect(tracker(`/c/${ONE}`).place).toEqual({ remoteConversationId: ONE, aliases: [] });
    expect(tracker('/').place).toEqual({ remoteConversationId: null, aliases: [] });
  });

  test('of a new chat is named by the stream, then by the address, and is one place', () => {
    const page = tracker('/');
    const place = page.placeNumber;
    page.sent(null);
    page.streamNamed(ONE, place);
    expect(page.place.remoteConversationId).toBe(ONE);
    page.moved(at(`/c/${ONE}`));
    expect([page.placeNumber, page.place]).toEqual([
      place,
      { remoteConversationId: ONE, aliases: [] },
    ]);
  });

  test('keeps a provisional id as an alias once the stream names the real one', () => {
    const page = tracker('/');
    const place = page.placeNumber;
    page.sent(null);
    page.moved(at(`/c/${WEB}`));
    expect(page.place).toEqual({ remoteConversationId: null, aliases: [] });
    page.streamNamed(TWO, place);
    page.moved(at(`/c/${TWO}`));
    expect(page.place).toEqual({ remoteConversationId: TWO, aliases: [WEB] });
    expect([page.isAt(TWO), page.isAt(WEB), page.isAt(ONE)]).toEqual([true, true, false]);
  });

  test('never makes an alias of an address that was merely left for another', () => {
    const page = tracker(`/c/${WEB}`);
    page.moved(at(`/c/${TWO}`));
    expect(page.place).toEqual({ remoteConversationId: TWO, aliases: [] });
    page.sent(null);
    page.streamNamed(TWO, page.placeNumber);
    expect(page.place.aliases).toEqual([]);
  });

  test('of a temporary chat has its id from the stream alone', () => {
    const page = tracker('/?temporary-chat=true');
    page.sent(null);
    page.streamNamed(ONE, page.placeNumber);
    expect(page.place.remoteConversationId).toBe(ONE);
    page.moved(at('/c/' + TWO));
    expect(page.place.remoteConversationId).toBe(TWO);
  });

  test('is another place after a click on another conversation, whatever still streams', () => {
    const page = tracker(`/c/${ONE}`);
    const before = page.placeNumber;
    page.sent(null);
    page.moved(at(`/c/${TWO}`));
    page.streamNamed(ONE, before);
    expect(page.place).toEqual({ remoteConversationId: TWO, aliases: [] });
    expect([page.placeNumber > before, page.hasSent]).toEqual([true, false]);
    page.moved(at('/'));
    expect(page.place.remoteConversationId).toBeNull();
  });

  test('that Baton begins is claimed where the page shows its address before it sends', () => {
    const page = tracker('/');
    page.begin('new:1');
    page.moved(at(`/c/${ONE}`));
    expect([page.isAt('new:1'), page.place.aliases]).toEqual([false, []]);
    expect([page.claim('new:2', ONE), page.claim('new:1', TWO)]).toEqual([false, false]);
    expect(page.claim('new:1', ONE)).toBe(true);
    expect(page.place).toEqual({ remoteConversationId: ONE, aliases: ['new:1'] });
    expect(page.claim('new:1', ONE)).toBe(false);
  });

  test('is not claimed where the page went on to another, or was no blank one', () => {
    const page = tracker('/');
    page.begin('new:1');
    page.moved(at(`/c/${ONE}`));
    page.moved(at(`/c/${TWO}`));
    expect([page.claim('new:1', ONE), page.claim('new:1', TWO)]).toEqual([false, false]);
    const shown = tracker(`/c/${ONE}`);
    shown.begin('new:1');
    shown.moved(at(`/c/${TWO}`));
    expect(shown.claim('new:1', TWO)).toBe(false);
  });

  test('is none on a shared page', () => {
    expect(tracker(`/share/${ONE}`).place.remoteConversationId).toBeNull();
  });

  test('of a page without an adapter is the one in its address, whatever its streams call it', () => {
    const page = anyPage('/');
    const place = page.placeNumber;
    page.sent(null);
    page.streamNamed('session-1', place);
    page.moved(new URL('http://chat.example/c/abcd-1234'));
    expect([page.placeNumber, page.place.remoteConversationId]).toEqual([place, 'abcd-1234']);
  });

  test('of a page without any id gets one of ours, and keeps it over a reload', () => {
    const kept = new Map<string, string>();
    const page = anyPage('/', kept);
    page.sent(null);
    page.nameIt();
    const { remoteConversationId: id } = page.place;
    expect(id).toMatch(/^made-[0-9a-f-]{36}$/);
    expect(anyPage('/', kept).place).toEqual({ remoteConversationId: id, aliases: [] });
    expect(anyPage('/elsewhere', kept).place.remoteConversationId).toBeNull();
    page.nameIt();
    expect(page.place.remoteConversationId).toBe(id);
  });

  test('of a tab that was duplicated is another: its id of ours is the first one’s', () => {
    const kept = new Map<string, string>();
    const first = anyPage('/', kept);
    first.sent(null);
    first.nameIt();
    const copied = new Map(kept);
    const second = anyPage('/', copied);
    expect(second.place).toEqual(first.place);
    second.giveUpKept();
    expect(second.place.remoteConversationId).toBeNull();
    expect(anyPage('/', copied).place.remoteConversationId).toBeNull();
    second.nameIt();
    expect(second.place.remoteConversationId).not.toBe(first.place.remoteConversationId);
  });

  test('of a page that names it late after all is the same under both ids', () => {
    const page = anyPage('/');
    page.sent(null);
    page.nameIt();
    const { remoteConversationId: made } = page.place;
    page.streamNamed('talk-0001', page.placeNumber);
    expect(page.place).toEqual({ remoteConversationId: 'talk-0001', aliases: [made] });
  });

  test('is another when the traffic names another, or the address does what had an id of ours', () => {
    const kept = new Map<string, string>();
    const page = anyPage('/', kept);
    page.sent('talk-0001');
    page.streamNamed('talk-0001', page.placeNumber);
    const place = page.placeNumber;
    page.streamNamed('talk-0002', place);
    expect(page.place).toEqual({ remoteConversationId: 'talk-0002', aliases: [] });
    expect(page.placeNumber).toBe(place + 1);
    expect(anyPage('/', kept).place.remoteConversationId).toBe('talk-0002');

    const nameless = anyPage('/n');
    nameless.sent(null);
    nameless.nameIt();
    nameless.moved(new URL('http://chat.example/c/abcd-1234'));
    expect(nameless.place).toEqual({ remoteConversationId: 'abcd-1234', aliases: [] });
  });

  test('that got an address leaves nothing behind at the path where the next begins', () => {
    const kept = new Map<string, string>();
    const page = anyPage('/', kept);
    page.sent(null);
    page.streamNamed('session-1', page.placeNumber);
    page.moved(new URL('http://chat.example/c/abcd-1234'));
    page.moved(new URL('http://chat.example/'));
    expect([page.place.remoteConversationId, kept.size]).toEqual([null, 0]);
  });

  test('whose sends name it is known for that until the page goes elsewhere', () => {
    const page = anyPage('/');
    page.sent(null);
    page.streamNamed('talk-0001', page.placeNumber);
    expect(page.sendsNameIt).toBe(false);
    page.sent('talk-0001');
    expect(page.sendsNameIt).toBe(true);
  });
});

function anyPage(path: string, kept = new Map<string, string>()): ConversationTracker {
  const page = new URL(path, 'http://chat.example');
  return new ConversationTracker(generic, page, () => undefined, keptIds(kept));
}

describe('a conversation that a person begins by hand', () => {
  test('is known as such by whatever names it', () => {
    const page = tracker('/');
    page.sentByHand();
    page.sent(null);
    page.streamNamed(ONE, page.placeNumber);
    expect(page.isBegunByHand).toBe(true);
    page.moved(at(`/c/${ONE}`));
    expect(page.isBegunByHand).toBe(true);
    page.moved(at(`/c/${TWO}`));
    expect(page.isBegunByHand).toBe(false);
  });

  test('also where its address is shown before the message leaves', () => {
    const page = tracker('/');
    page.sentByHand();
    page.moved(at(`/c/${ONE}`));
    expect(page.isBegunByHand).toBe(true);
  });

  test('is not one that was there before, nor one that the page began by itself', () => {
    const known = tracker(`/c/${ONE}`);
    known.sentByHand();
    known.sent(ONE);
    expect(known.isBegunByHand).toBe(false);
    const page = tracker('/');
    page.sent(null);
    page.sentByHand();
    page.streamNamed(TWO, page.placeNumber);
    expect(page.isBegunByHand).toBe(false);
  });
});
