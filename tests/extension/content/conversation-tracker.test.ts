import { describe, expect, test } from 'vitest';
import { ConversationTracker } from '../../../extension/content/conversation-tracker.ts';
import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

const ONE = '69ff3abc-9598-83ea-993f-8f3c5854a2eb';
const TWO = '6a034877-cfc4-83e8-9c3f-9ccdde05cf75';
const WEB = `WEB:${ONE}`;

const at = (path: string): URL => new URL(path, 'https://chatgpt.com');
const tracker = (path: string): ConversationTracker =>
  new ConversationTracker(chatgpt, at(path), () => undefined);

describe('the conversation a page shows', () => {
  test('is the one in its address', () => {
    expect(tracker(`/c/${ONE}`).place).toEqual({ remoteConversationId: ONE, aliases: [] });
    expect(tracker('/').place).toEqual({ remoteConversationId: null, aliases: [] });
  });

  test('of a new chat is named by the stream, then by the address, and is one place', () => {
    const page = tracker('/');
    const place = page.placeNumber;
    page.sent();
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
    page.sent();
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
    page.sent();
    page.streamNamed(TWO, page.placeNumber);
    expect(page.place.aliases).toEqual([]);
  });

  test('of a temporary chat has its id from the stream alone', () => {
    const page = tracker('/?temporary-chat=true');
    page.sent();
    page.streamNamed(ONE, page.placeNumber);
    expect(page.place.remoteConversationId).toBe(ONE);
    page.moved(at('/c/' + TWO));
    expect(page.place.remoteConversationId).toBe(TWO);
  });

  test('is another place after a click on another conversation, whatever still streams', () => {
    const page = tracker(`/c/${ONE}`);
    const before = page.placeNumber;
    page.sent();
    page.moved(at(`/c/${TWO}`));
    page.streamNamed(ONE, before);
    expect(page.place).toEqual({ remoteConversationId: TWO, aliases: [] });
    expect([page.placeNumber > before, page.hasSent]).toEqual([true, false]);
    page.moved(at('/'));
    expect(page.place.remoteConversationId).toBeNull();
  });

  test('is none on a shared page', () => {
    expect(tracker(`/share/${ONE}`).place.remoteConversationId).toBeNull();
  });

  test('of a page without an adapter is the one in its address, whatever its streams call it', () => {
    const page = new ConversationTracker(generic, new URL('http://chat.example/'), () => undefined);
    const place = page.placeNumber;
    page.sent();
    page.streamNamed('session-1', place);
    page.moved(new URL('http://chat.example/c/abcd-1234'));
    expect([page.placeNumber, page.place.remoteConversationId]).toEqual([place, 'abcd-1234']);
  });
});
