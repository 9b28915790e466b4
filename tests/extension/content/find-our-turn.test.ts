import { describe, expect, test, vi } from 'vitest';
import type { TapLink } from '../../../extension/content/connect-tap.ts';
import { HistoryAccess } from '../../../extension/content/history-access.ts';
import { claude } from '../../../extension/platforms/claude/claude.ts';
import { isPastTurn, shownOf, standingTurnIds } from '../../../extension/content/baseline.ts';
import { findOurTurn, type LookPage, ourTurn } from '../../../extension/content/find-our-turn.ts';
import type { Fate } from '../../../extension/content/attempt.ts';
import { answerTo } from '../../../extension/content/answer-in-history.ts';
import {
  containsMessage,
  isBeginningOf,
  isMangledMessage,
  isSameMessage,
  markOf,
} from '../../../extension/content/same-message.ts';
import type { RenderedTurn } from '../../../extension/content/rendered-turns.ts';
import type { LookRequest, ObservedReply } from '../../../extension/messages/page-messages.ts';
import { reply } from '../background/builders/view.ts';
import type { HistoryTurn, Platform } from '../../../extension/platforms/platform.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import { timed } from '../../kit/timed.ts';

const user = (id: string, text: string): HistoryTurn => ({ id, role: 'user', text, final: true });
const assistant = (id: string, text: string, final = true): HistoryTurn => ({
  id,
  role: 'assistant',
  text,
  final,
});
const HISTORY = [
  user('u1', 'again'),
  assistant('a1', 'one'),
  user('u2', 'again'),
  assistant('a2', 'two'),
  assistant('a3', 'three', false),
];
const shownIn = (atRest: LookPage['shown']['atRest'], isBusy = false): LookPage['shown'] => ({
  atRest,
  moment: () => Promise.resolve(),
  isWriting: () => isBusy,
});
const lookFor = (request: Partial<LookRequest>): ReturnType<typeof ourTurn> =>
  ourTurn(
    HISTORY,
    {
      anchor_message_id: null,
      user_message_id: null,
      message_text: 'again',
      known_user_message_ids: null,
      ...request,
    },
    isSameMessage,
  );

test.for([
  ['claude, which knows how to read one,', '/history', true],
  ['a page whose own reads alone are known to work', null, false],
] as const)('a history refused to %s asks to log in: %s, %s', async ([, path, asks]) => {
  const platform: Platform = { ...claude, history: { path: () => path, parse: () => HISTORY } };
  const tap: TapLink = {
    send: () => undefined,
    arm: async () => true,
    putInView: () => Promise.resolve(false),
    read: async () => ({ status: 401, body: '' }),
  };
  const history = new HistoryAccess(platform, tap);
  history.offer('https://claude.ai/reads/c-1', 'c-1', '[]');
  vi.stubGlobal('location', { origin: 'https://claude.ai' });
  expect(history.canRead('c-1')).toBe(true);
  expect(await history.read('c-1')).toBeNull();
  expect(history.asksToLogIn).toBe(asks);
  vi.unstubAllGlobals();
});

test('a history whose address the page has yet to show is read once the page rests', async () => {
  let rests = false;
  const platform: Platform = {
    ...claude,
    history: { path: () => (rests ? '/history' : null), parse: () => HISTORY },
  };
  const tap: TapLink = {
    send: () => undefined,
    arm: async () => true,
    putInView: () => Promise.resolve(false),
    read: async () => ({ status: 200, body: '' }),
  };
  const page = {
    history: new HistoryAccess(platform, tap),
    shown: shownIn(async () => {
      rests = true;
      return [];
    }),
    fateOf: () => null,
    rendersAll: true,
    describeReply: () => {
      throw new Error('there is no reply to describe');
    },
  };
  const request = {
    anchor_message_id: 'a2',
    user_message_id: null,
    message_text: 'again',
    known_user_message_ids: null,
  };
  expect(await findOurTurn(page, 'c1', request)).toEqual({ outcome: 'absent' });
});

describe('our turn in a conversation', () => {
  test('is found by its id, whatever its text', () => {
    expect(lookFor({ user_message_id: 'u2', message_text: 'other' })).toEqual(HISTORY[2]);
  });

  test('is a turn with our text after the anchor, and none that stood there before', () => {
    expect(lookFor({ anchor_message_id: 'a1' })).toEqual(HISTORY[2]);
    expect(lookFor({ known_user_message_ids: ['u1'] })).toEqual(HISTORY[2]);
    expect(lookFor({ known_user_message_ids: ['u1', 'u2'] })).toBeNull();
    expect(lookFor({ anchor_message_id: 'a2' })).toBeNull();
  });

  test('is not ruled out by an id that the site changed, when our text is new there', () => {
    expect(lookFor({ anchor_message_id: 'a1', user_message_id: 'mine' })).toEqual(HISTORY[2]);
  });

  test('cannot be told when the anchor is not to be seen', () => {
    expect(lookFor({ anchor_message_id: 'gone' })).toEqual(expect.any(String));
  });

  test('is answered by the last answer before the next turn of the user', () => {
    expect(answerTo(HISTORY, 'u1')).toEqual(HISTORY[1]);
    expect(answerTo(HISTORY, 'u2')).toMatchObject({ id: 'a3', final: false });
    expect(answerTo(HISTORY.slice(0, 4), 'u2')).toEqual(HISTORY[3]);
    expect(answerTo(HISTORY, 'nobody')).toBeNull();
  });
});

describe('a text', () => {
  test('is the message but for line ends, blanks before them, and outer space', () => {
    expect(isSameMessage('a\r\n b\n', 'a\n b')).toBe(true);
    expect(isSameMessage('a \n\n b', 'a\n\u00a0\n b')).toBe(true);
    expect(isSameMessage('a\nb', 'a\n\nb')).toBe(false);
    expect(isSameMessage('a\u00a0b', 'a b')).toBe(false);
    expect(isSameMessage('a\nb', 'a\n b')).toBe(false);
  });

  test('is a mangled message when an editor rewrote its marks', () => {
    expect(isMangledMessage('{“a”: 1} — b', '{"a": 1} -- b')).toBe(true);
    expect(isMangledMessage('same', 'same')).toBe(false);
    const ours = 'Say hi.\nThen go on.';
    for (const sent of [
      'Say hi.<br>Then go on.',
      '<p>Say hi.</p><p>Then go on.</p>',
      'Say hi.\n<span style="color: red; font: 12px Arial">Then go on.</span>',
      'Say&nbsp;hi.&#10;Then go on.',
      '{"type":"doc","content":[{"type":"text","text":"Say hi."},{"type":"text","text":"Then go on."}]}',
      'Say[b]hi[/b]. Then /*x*/ go on.',
    ]) {
      expect([sent, isMangledMessage(sent, ours)]).toEqual([sent, true]);
    }
    expect(isMangledMessage('👍<br>', '👍')).toBe(true);
    expect(isMangledMessage(`A title for: ${ours}`, ours)).toBe(false);
    expect(isMangledMessage('Say hi.  \r\nThen go on. ', ours)).toBe(false);
    const marked = timed(() => isMangledMessage(`a${'\u0301\u0316'.repeat(100_000)}`, 'a'));
    expect(marked.result).toBe(false);
    expect(marked.tookMs).toBeLessThan(1_000);
    expect(isMangledMessage('a title for it', 'something else')).toBe(false);
    expect(isMangledMessage('?!', '...')).toBe(false);
  });

  test('is the message that was left somewhere when nothing but typography tells them apart', () => {
    expect(markOf('{“a”: 1} — b')).toBe(markOf('{"a": 1} -- b'));
    expect(markOf('other words')).not.toBe(markOf('{"a": 1} -- b'));
    expect(markOf(' ?! ')).toBe(null);
  });

  test('is a piece of a message that begins with it', () => {
    expect(isBeginningOf('“a', '"a b"')).toBe(true);
    expect(isBeginningOf('b', '"a b"')).toBe(false);
    expect(isBeginningOf('', 'a')).toBe(false);
  });

  test('contains the message behind a draft', () => {
    expect(containsMessage('my draft\n"a b"', '“a b”')).toBe(true);
    expect(containsMessage('my draft', '***')).toBe(false);
  });
});

test('a page shows an older state only when it ends with a known turn that is not the newest', () => {
  const shown = (...ids: string[]): string =>
    shownOf(
      HISTORY,
      ids.map((id) => user(id, '')),
      true,
    );
  expect(shown('u1')).toBe('older');
  expect(shown('u1', 'u2')).toBe('newest');
  expect(shown('request-placeholder-1')).toBe('newest');
});

test('a page shows nothing only where turns carry ids, and there are some', () => {
  expect(shownOf(HISTORY, [], true)).toBe('nothing');
  expect(shownOf(HISTORY, [], false)).toBe('newest');
  expect(shownOf([], [], true)).toBe('newest');
});

test('a message under a turn that was answered and followed comes too late', () => {
  const isPast = (parentMessageId: string | null): boolean =>
    isPastTurn(HISTORY, { parentMessageId });
  expect(isPast('a1')).toBe(true);
  expect(isPast('a3')).toBe(false);
  expect(isPast('of-no-turn')).toBe(false);
  expect(isPast(null)).toBe(false);
  // It says itself that nothing came before it.
  expect(isPastTurn(HISTORY, { parentMessageId: null, isFirst: true })).toBe(true);
  expect(isPastTurn([], { parentMessageId: null, isFirst: true })).toBe(false);
});

const NO_TAP: TapLink = {
  send: () => undefined,
  arm: () => Promise.resolve(false),
  putInView: () => Promise.resolve(false),
  read: () => Promise.resolve(null),
};

describe('a look at what is rendered', () => {
  const lookAt = (text: string, rendersAll: boolean) =>
    findOurTurn(
      {
        history: new HistoryAccess(generic, NO_TAP),
        shown: shownIn(() => Promise.resolve(HISTORY)),
        fateOf: () => null,
        rendersAll,
        describeReply: () => {
          throw new Error('nothing rendered is a reply');
        },
      },
      'c-1',
      {
        anchor_message_id: 'a1',
        user_message_id: null,
        message_text: text,
        known_user_message_ids: ['u1'],
      },
    );

  test('finds our turn, and proves its absence only where all turns are rendered', async () => {
    const found = { outcome: 'found', user_message_id: 'u2', reply: null, is_growing: false };
    expect(await lookAt('again', false)).toEqual(found);
    expect(await lookAt('never sent', true)).toEqual({ outcome: 'absent' });
    expect(await lookAt('never sent', false)).toMatchObject({ outcome: 'cannot_tell' });
  });
});

describe('a look at a history', () => {
  const QUESTION = user('u9', 'again');
  /** Looks in a history that holds these turns after our message, read after read. */
  const lookIn = async (
    reads: readonly (readonly HistoryTurn[])[],
    { fate = null, busy = false }: { fate?: Fate | null; busy?: boolean } = {},
  ) => {
    const left = reads.map((turns) => JSON.stringify([QUESTION, ...turns]));
    const history = new HistoryAccess(
      { ...claude, history: { path: () => '/history', parse: (body) => JSON.parse(body) } },
      {
        ...NO_TAP,
        read: async () => ({ status: 200, body: (left.length > 1 ? left.shift() : left[0]) ?? '' }),
      },
    );
    const page = {
      history,
      shown: shownIn(async () => [], busy),
      fateOf: () => fate,
      rendersAll: true,
      describeReply: (
        { id, text, complete }: Pick<HistoryTurn, 'id' | 'text' | 'complete'>,
        _: unknown,
        source: string,
      ) =>
        ({
          ...reply({ assistant_message_id: id, raw_text: text, ...(complete && { complete }) }),
          source,
        }) as ObservedReply,
    };
    return findOurTurn(page, 'c-1', {
      anchor_message_id: null,
      user_message_id: 'u9',
      message_text: 'again',
      known_user_message_ids: [],
    });
  };
  const unsaid = (text: string): HistoryTurn => ({
    ...assistant('a9', text, false),
    mayBeWhole: true,
  });

  test('tells of no reply where the site met the message with an error and shows none', async () => {
    expect(await lookIn([[]], { fate: 'unanswered' })).toMatchObject({ is_unanswered: true });
    expect(await lookIn([[unsaid('Oops.')]], { fate: 'unanswered' })).toMatchObject({
      is_unanswered: true,
    });
    expect(await lookIn([[]])).toMatchObject({ outcome: 'found', reply: null, is_growing: false });
    // One that came or is being written all the same counts.
    const written = await lookIn([[assistant('a9', 'Yes')]], { fate: 'unanswered' });
    expect(written).toMatchObject({ reply: { raw_text: 'Yes', source: 'snapshot' } });
    const growing = await lookIn([[assistant('a9', 'Ye', false)]], { fate: 'unanswered' });
    // It may grow, or be all there is of it.
    const rest = { raw_text: 'Ye', source: 'shown', complete: 'unproven' };
    expect(growing).toMatchObject({ reply: null, is_growing: false, rest });
  });

  test('tells of no reply where the history says that it failed, or that a later message was answered', async () => {
    const failed = { ...assistant('a9', '', false), failed: 'No capacity.' };
    expect(await lookIn([[failed]])).toMatchObject({ is_unanswered: true, why: 'No capacity.' });
    const passed = [user('u9', 'Hello?'), assistant('a9', 'Yes')];
    expect(await lookIn([passed])).toMatchObject({ reply: null, is_unanswered: true });
    expect(await lookIn([passed.slice(0, 1)])).not.toHaveProperty('is_unanswered');
  });

  test('takes an answer of which nothing says that it is whole as what a page shows, once it stands', async () => {
    const shown = { reply: { raw_text: 'Yes', source: 'shown' }, is_growing: false };
    const growing = { outcome: 'found', reply: null, is_growing: true };
    expect(await lookIn([[unsaid('Yes')]])).toMatchObject(shown);
    expect(await lookIn([[unsaid('Ye')], [unsaid('Yes')]])).toMatchObject(growing);
    expect(await lookIn([[unsaid('Yes')]], { busy: true })).toMatchObject(growing);
    const written = await lookIn([[assistant('a9', 'Yes', false)]], { busy: true });
    expect(written).toMatchObject({ ...growing, rest: { raw_text: 'Yes' } });
    expect(await lookIn([[unsaid('')]])).toMatchObject({ ...growing, is_growing: false });
  });
});

describe('our message in a page that shows turns without ids', () => {
  const turn = (role: RenderedTurn['role'], text: string): RenderedTurn => ({
    id: null,
    role,
    text,
  });
  const BEFORE = [turn('user', 'go on'), turn('assistant', 'one')];
  const known = (turns: readonly RenderedTurn[]): readonly string[] => standingTurnIds(null, turns);
  const OURS = { anchor_message_id: 'derived-1', user_message_id: null, message_text: '**go** on' };
  const NOW = [...BEFORE, turn('user', 'go on'), turn('assistant', 'two')];

  const lookIn = async (
    moments: readonly (readonly RenderedTurn[])[],
    {
      before = known(BEFORE),
      busy = false,
      fate = null,
    }: { before?: readonly string[] | null; busy?: boolean; fate?: Fate | null } = {},
  ) => {
    const shown = [...moments];
    const page = {
      history: new HistoryAccess(generic, NO_TAP),
      shown: shownIn(async () => (shown.length > 1 ? shown.shift() : shown[0]) ?? null, busy),
      fateOf: (text: string) => (text === OURS.message_text ? fate : null),
      rendersAll: false,
      describeReply: ({ id, text }: { id: string; text: string }, _: unknown, source: string) =>
        ({ ...reply({ assistant_message_id: id, raw_text: text }), source }) as ObservedReply,
    };
    const outcome = await findOurTurn(page, 'c-1', { ...OURS, known_user_message_ids: before });
    if (outcome.outcome !== 'found') return outcome.outcome;
    return outcome.is_unanswered ? 'unanswered' : (outcome.reply ?? 'found');
  };

  test('has for its reply what stands right after it, unchanged for a moment', async () => {
    expect(await lookIn([NOW])).toMatchObject({ raw_text: 'two', source: 'shown' });
    const first = { before: known([]) };
    expect(await lookIn([BEFORE], first)).toMatchObject({ raw_text: 'one', source: 'shown' });
  });

  test('has none yet while that grows, or the page says that it is written', async () => {
    expect(await lookIn([[...NOW.slice(0, 3), turn('assistant', 'tw')], NOW])).toBe('found');
    expect(await lookIn([NOW], { busy: true })).toBe('found');
    expect(await lookIn([NOW.slice(0, 3)])).toBe('found');
  });

  test('has none where the site met it with an error: what follows is the page’s own word on that', async () => {
    expect(await lookIn([NOW], { fate: 'unanswered' })).toBe('unanswered');
  });

  test('proves nothing where the site was not heard of, unless one is being written', async () => {
    const alone = NOW.slice(0, 3);
    expect(await lookIn([alone], { fate: 'unheard' })).toBe('cannot_tell');
    expect(await lookIn([alone], { fate: 'unheard', busy: true })).toBe('found');
    // The page's own words on it stand where a reply would.
    expect(await lookIn([NOW], { fate: 'unheard' })).toBe('cannot_tell');
    expect(await lookIn([alone, NOW], { fate: 'unheard' })).toBe('cannot_tell');
    expect(await lookIn([NOW], { fate: 'unheard', busy: true })).toBe('found');
  });

  test('has none where more than one turn follows', async () => {
    expect(await lookIn([[...NOW, turn('assistant', 'three')]])).toBe('found');
  });

  test('cannot be told from the same said before', async () => {
    expect(await lookIn([BEFORE])).toBe('cannot_tell');
    expect(await lookIn([NOW], { before: null })).toBe('cannot_tell');
    // A page that showed only its newest turns then, and shows older ones now.
    const older = [turn('user', 'go on'), turn('assistant', 'nought'), ...BEFORE];
    expect(await lookIn([older])).toBe('cannot_tell');
  });

  test('is not the message of a person who said more', async () => {
    const more = [...BEFORE, turn('user', 'go on with the other one'), turn('assistant', 'two')];
    expect(await lookIn([more])).toBe('cannot_tell');
    expect(await lookIn([[...NOW, turn('user', 'and?'), turn('assistant', 'three')]])).toBe(
      'cannot_tell',
    );
  });
});
