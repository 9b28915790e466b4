// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { h } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type {
  FailedDelivery,
  Needs,
  PopupConversation,
  PopupState,
  WaitingApproval,
} from '../../../extension/messages/popup-messages.ts';
import { Popup, type ShownPopup } from '../../../extension/popup/popup.tsx';
import type { PopupTab } from '../../../extension/popup/popup-tab.ts';
import { installWords } from '../../kit/install-words.ts';
import { page } from '../background/builders/view.ts';
import { click, drawn, drawnPage, type DrawnPage, enter } from '../drawn-page.ts';

const LINK = {
  status: 'online',
  conductor_url: 'http://127.0.0.1:7717',
  error: null,
  waiting: 0,
  versions: null,
} as const;

const NO_NEEDS: Needs = { approvals: [], failures: [] };

const done = (): Promise<void> => Promise.resolve();
const TAB: PopupTab = {
  id: 7,
  address: new URL('https://chatgpt.com/c/c-1'),
  isGranted: signal(true),
  grant: done,
  letWork: () => Promise.resolve(true),
  models: signal([]),
  readModel: done,
  reload: done,
  teach: done,
};

const state = signal<ShownPopup | null>(null);
let popup: DrawnPage;

beforeAll(() => installWords());

beforeEach(() => {
  state.value = null;
  popup = drawnPage(h(Popup, { shown: state, onOptions: () => undefined }));
});
afterEach(() => popup.end());

function part<Kind extends HTMLElement = HTMLElement>(selector: string): Kind | null {
  return document.querySelector<Kind>(selector);
}
const text = (selector: string): string | undefined => part(selector)?.textContent;
const buttons = (selector: string): HTMLButtonElement[] => [
  ...document.querySelectorAll<HTMLButtonElement>(`${selector} button`),
];

function conversation(details: Partial<PopupConversation> = {}): PopupConversation {
  return {
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    state: {
      v: 1,
      id: 's',
      seq: 1,
      type: 'conversation.state',
      platform: 'chatgpt',
      remote_conversation_id: 'c-1',
      aliases: [],
      local_conversation_id: 'lc-1',
      mode: 'manual',
      draining: false,
      pause_reason: null,
      title: 'A chat',
      jobs: [],
      approvals: [],
      renewal: null,
      parked_until: null,
    },
    runtime_status: 'ready',
    mode_wanted: null,
    attempt: null,
    ...details,
  };
}

function shown(details: Partial<PopupState>): string[] {
  const work = { chats: [], grants: [], tabs: [], stopped: false };
  const whole = { link: LINK, page: page(), conversation: conversation(), needs: NO_NEEDS, work };
  drawn(() => (state.value = { state: { ...whole, ...details }, tab: TAB }));
  return [...document.querySelectorAll<HTMLElement>('h2, p, section, form, fieldset')]
    .filter((element) => element.closest('[hidden]') === null && element.id !== '')
    .map((element) => element.id);
}

function checked(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('#mode input')]
    .filter((radio) => radio.checked)
    .map((radio) => radio.value);
}

test('an unpaired browser is asked for its code and nothing else', () => {
  const ids = shown({ link: { ...LINK, status: 'unpaired' }, page: null, conversation: null });
  expect(ids).toContain('pairing');
  expect(ids).not.toContain('conversation');
  expect(ids).not.toContain('brief');
  expect(part<HTMLInputElement>('#pairing-url')?.value).toBe('http://127.0.0.1:7717');
});

test('an address a person types is not written over', () => {
  shown({ link: { ...LINK, status: 'unpaired' } });
  enter(part('#pairing-url'), 'https://mine.example');
  shown({ link: { ...LINK, status: 'unpaired', conductor_url: 'http://127.0.0.1:8000' } });
  expect(part<HTMLInputElement>('#pairing-url')?.value).toBe('https://mine.example');
});

test('the mode in force is chosen, and the wish when there is one', () => {
  shown({});
  expect(checked()).toEqual(['manual']);
  shown({ conversation: conversation({ mode_wanted: 'auto' }) });
  expect(checked()).toEqual(['auto']);
  expect(text('#mode-text')).toBe('Switching to auto…');
});

test('a conversation the conductor has not seen cannot be switched', () => {
  shown({ conversation: conversation({ state: null }) });
  expect(part<HTMLFieldSetElement>('#mode')?.disabled).toBe(true);
  expect(checked()).toEqual([]);
});

test('a draft that is waited for says what to do', () => {
  shown({
    conversation: conversation({ attempt: { status: 'resolving', waiting_for: 'draft_present' } }),
  });
  expect(text('#running')).toContain('Send or clear the draft.');
});

describe('a message whose reply is awaited', () => {
  const withJob = (status: 'dispatched' | 'acked'): PopupConversation => {
    const { state: told, ...rest } = conversation();
    if (told === null) throw new Error('no state');
    const job = { job_id: 'j', status, attempt_count: 1, error_code: null, error_message: null };
    return { ...rest, state: { ...told, jobs: [job] } };
  };

  test('need not be waited for', () => {
    shown({ conversation: withJob('acked') });
    expect(text('#running')).toBe('Sent. Waiting for the reply…');
    expect(text('#end-wait')).toBe('Wait no longer');
    click(part('#end-wait'));
    expect(popup.asked).toEqual([{ kind: 'popup.dismiss', job_id: 'j' }]);
  });

  test('is not offered to be let go before it is in the chat', () => {
    shown({ conversation: withJob('dispatched') });
    expect(part('#end-wait')).toBeNull();
  });
});

describe('what failed', () => {
  const failed: FailedDelivery = {
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    title: 'Tea',
    page_url: null,
    is_here: true,
    job_id: 'j',
    error_code: 'send_refused',
    error_message: 'The site answered 403.',
  };
  const labels = (): string[] => buttons('#failure-list .choices').map((one) => one.textContent);

  test('is told in words about the site, with what can be done', () => {
    expect(shown({ needs: { approvals: [], failures: [failed] } })).toContain('failures');
    expect(text('#failures-title')).toBe('1 message was not delivered');
    expect(text('#failure-list .meaning')).toBe('ChatGPT refused the message (403)');
    expect(labels()).toEqual(['Try again', 'Copy text', 'Discard']);
    expect(shown({})).not.toContain('failures');
  });

  test('of another conversation says which, and leads there', () => {
    const page_url = 'https://claude.ai/chat/c-2';
    const elsewhere = { ...failed, platform: 'claude', page_url, is_here: false };
    shown({ needs: { approvals: [], failures: [elsewhere] } });
    expect(text('#failure-list button.link')).toBe('Claude: Tea');
    click(part('#failure-list button.link'));
    expect(popup.asked).toEqual([
      { kind: 'popup.go_to', platform: 'claude', remote_conversation_id: 'c-1', page_url },
    ]);
  });

  test('cannot be tried again where its message is there already', () => {
    shown({
      needs: { approvals: [], failures: [{ ...failed, error_code: 'final_message_timeout' }] },
    });
    expect(labels()).toEqual(['Copy text', 'Discard']);
  });

  test('rests once it is tried again or put aside, not when its text is copied', () => {
    shown({ needs: { approvals: [], failures: [failed] } });
    const [retry, copy, dismiss] = buttons('#failure-list .choices');
    click(copy);
    expect(retry?.disabled).toBe(false);
    click(dismiss);
    expect(retry?.disabled).toBe(true);
    expect(popup.asked).toEqual([
      { kind: 'popup.text', job_id: 'j' },
      { kind: 'popup.dismiss', job_id: 'j' },
    ]);
  });

  test('stands beside what is in the way in the page', () => {
    const problem = { code: 'challenge_required', text: '' } as const;
    expect(shown({ page: page({ problem }) })).toContain('problem');
    expect(text('#problem-remedy')).toBe('Open the page and pass the check.');
    expect(shown({})).not.toContain('problem');
    // Nor is it kept from a person before there is a conversation.
    expect(shown({ page: page({ problem }), conversation: null })).toContain('no-conversation');
    expect(text('#no-conversation')).toContain('Open the page and pass the check.');
  });
});

test('a refused token asks for pairing and names the reason', () => {
  const error = {
    code: 'unauthorized',
    text: 'The conductor no longer knows this browser.',
  } as const;
  const ids = shown({ link: { ...LINK, status: 'offline', error } });
  expect(ids).toContain('notice');
  expect(ids).toContain('pairing');
  expect(text('#notice-text')).toBe('Pair the browser again.');
});

test('a conductor of another version is told of, and what to do', () => {
  expect(shown({})).not.toContain('notice');
  const versions = { extension: '0.1.0', conductor: '0.2.0' };
  expect(shown({ link: { ...LINK, versions } })).toContain('notice');
  expect(text('#notice-title')).toBe("Baton's extension is version 0.1.0, its conductor 0.2.0.");
  expect(text('#notice-text')).toContain('`baton extension`');
});

test('a title is text, whatever a page made of it', () => {
  const title = '<img src=x onerror=alert(1)>';
  const state = conversation().state;
  shown({ conversation: conversation({ state: state && { ...state, title } }) });
  expect(text('#conversation-title')).toBe(title);
  expect(part('#conversation-title bdi')?.children).toHaveLength(0);
});

test('a title cannot turn its line around, here or where it names a place', () => {
  const title = 'Tea\u202Eevil';
  const { state: known } = conversation();
  const place = { platform: 'claude', remote_conversation_id: 'c-2', page_url: null };
  const failure = { job_id: 'j', error_code: 'send_refused', error_message: null } as const;
  const failures = [{ ...place, ...failure, title, is_here: false }];
  shown({
    conversation: conversation({ state: known && { ...known, title } }),
    needs: { approvals: [], failures },
  });
  expect(text('#conversation-title')).toBe('Tea⟨U+202E⟩evil');
  expect(text('#failure-list button.link')).toBe('Claude: Tea⟨U+202E⟩evil');
  expect(part('#failure-list button.link')?.getAttribute('aria-label')).not.toContain('\u202E');
});

describe('what waits for the person', () => {
  const approval = {
    approval_id: 'ap-1',
    kind: 'permission',
    action: 'mcp.files::write_file',
    params: '{"path":"<b>plan.md</b>"}',
    risk: 'high',
    created_at: 1,
  } as const;

  const here = {
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    title: 'Tea',
    page_url: null,
    is_here: true,
  };

  function waiting(...approvals: readonly Partial<WaitingApproval>[]): Partial<PopupState> {
    return {
      needs: {
        approvals: approvals.map((one) => ({ ...here, ...approval, ...one })),
        failures: [],
      },
    };
  }

  const subject = {
    kind: 'grant',
    id: 'call-1',
    chat_session_id: 'lc-1',
    resource_id: null,
    origin: 'https://orders.example',
    level: 'act',
    element: null,
    words: null,
  } as const;

  test('a site that a chat waits for is allowed at one press, and by no answer', async () => {
    shown(waiting({ subject }));
    expect(text('#approval-list li p:nth-child(2)')).toContain('act in pages of https://orders');
    click(part('[data-grant-until="session"]'));
    await expect
      .poll(() => popup.asked.at(-1))
      .toEqual({
        kind: 'popup.allow_work',
        origin: 'https://orders.example',
        chat_session_id: 'lc-1',
        level: 'act',
        until: 'session',
      });
    shown(waiting({ subject: { ...subject, given_by: 'answer' } }));
    expect(part('[data-grant-until]')).toBeNull();
    expect(part('[data-decision="approve"]')).not.toBeNull();
  });

  test('a site that a program waits for is allowed by its name, and always only to all', async () => {
    const program = { platform: 'client', title: 'A \u202Eclient', is_here: false };
    shown(waiting({ ...program, subject }));
    expect(text('#approval-list .place')).toBe('The program A ⟨U+202E⟩client');
    expect(part('#approval-list .place.link')).toBeNull();
    expect(text('[data-grant-until="always"]')).toBe('Allow always, to every chat and program');
    const allowed = { kind: 'popup.allow_work', origin: 'https://orders.example', level: 'act' };
    click(part('[data-grant-until="session"]'));
    await expect
      .poll(() => popup.asked.at(-1))
      .toEqual({ ...allowed, chat_session_id: 'lc-1', until: 'session' });
    shown(waiting({ ...program, approval_id: 'ap-2', subject }));
    click(part('[data-grant-until="always"]'));
    await expect
      .poll(() => popup.asked.at(-1))
      .toEqual({ ...allowed, chat_session_id: null, until: 'always' });
  });

  test('a step that a chat asks the person for is shown in its words, and is done when they say so', () => {
    shown(waiting({ subject: { ...subject, kind: 'person_step', words: 'Log in, please.' } }));
    expect(text('#approval-list li')).toContain('It asks you: Log in, please.');
    expect(text('[data-decision="approve"]')).toBe('Done');
    expect(part('[data-step="always"]')).toBeNull();
  });

  test('a call in a page says in which site, on what, and offers to show it', () => {
    const element = 'button "Pay"';
    const tab = { resource_id: 'r-1', tab_id: 8, chat_session_id: 'lc-1', lent: false };
    const tabs = [{ ...tab, site: null, stopped: false }];
    const work = { chats: [], grants: [], tabs, stopped: false };
    const told = { ...subject, kind: 'resource_call', resource_id: 'r-1', element } as const;
    shown({ ...waiting({ subject: told }), work });
    expect(text('[data-subject="site"]')).toBe('In https://orders.example');
    expect(text('[data-subject="element"]')).toBe('On button "Pay"');
    click(part('#approval-list [data-do="show"]'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.show_tab', resource_id: 'r-1' });
  });

  test('is shown as text, with the answers there are', () => {
    expect(shown(waiting(approval))).toContain('approvals');
    expect(text('#approval-list')).toContain('mcp.files::write_file');
    expect(text('#approval-list')).toContain('<b>plan.md</b>');
    expect(part('#approval-list b')).toBeNull();
    const choices = document.querySelectorAll('#approval-list li > .choices button');
    const labels = [...choices].map((one) => one.textContent);
    expect(labels).toEqual(['Allow once', 'Always here…', 'Deny…']);
    shown(waiting({ ...approval, approval_id: 'ap-2', kind: 'outcome_unknown' }));
    expect(document.querySelectorAll('#approval-list button')).toHaveLength(3);
  });

  test('is shown whole, above its buttons, each param on a line of its own', () => {
    const whole_params = JSON.stringify({
      command: `ls${' '.repeat(3_000)}; rm -rf ~`,
      to: 'a\u202Eb\u200B',
      rest: 'x'.repeat(9_000),
    });
    const params = `${whole_params.slice(0, 1_999)}…`;
    const params_length = whole_params.length;
    shown(waiting({ ...approval, params, whole_params, params_length }));
    const lines = [...document.querySelectorAll('#approval-list dl div')].map((row) =>
      [...row.children].map((part) => part.textContent),
    );
    expect(lines).toEqual([
      ['"command"', '"ls⟨U+0020 × 3000⟩; rm -rf ~"'],
      ['"to"', '"a⟨U+202E⟩b⟨U+200B⟩"'],
      ['"rest"', `"${'x'.repeat(9_000)}"`],
    ]);
    const item = part('#approval-list li');
    const [list, choices] = ['dl', ':scope > .choices'].map((part) => item?.querySelector(part));
    expect(list?.nextElementSibling).toBe(choices);
    expect(item?.textContent).toContain(`${params_length.toLocaleString('en')} characters in all`);
    expect(item?.querySelectorAll('button:disabled')).toHaveLength(0);
  });

  test.each(['permission', 'outcome_unknown'] as const)(
    'cannot be let run where it is not shown whole: %s',
    (kind) => {
      const params = '{"path":"…';
      shown(waiting({ ...approval, kind, params, params_length: 20_000 }));
      const able = buttons('#approval-list').filter((one) => !one.disabled);
      expect(able.map((one) => one.textContent)).toEqual(
        kind === 'permission' ? ['Deny…'] : ['Skip', 'Tell the assistant'],
      );
      expect(text('#approval-list')).toContain('20,000 characters, too many');
    },
  );

  test('tells when its words are those of others', () => {
    shown(waiting({ ...approval, quoted: true }));
    expect(text('#approval-list .quoted')).toContain('delivered');
    shown(waiting({ ...approval, approval_id: 'ap-2', params: '{}' }));
    expect(part('#approval-list .quoted')).toBeNull();
    expect(text('#approval-list')).toContain('Without params.');
  });

  const buttonNamed = (name: string): HTMLButtonElement | undefined =>
    buttons('#approval-list').find((one) => one.textContent === name);
  const said = { kind: 'popup.decide', approval_id: 'ap-1', reason: null, always: false };

  test('gives one answer for a click, and rests until the conductor has heard', () => {
    shown(waiting(approval));
    const approve = buttonNamed('Allow once');
    click(approve);
    expect([approve?.disabled, buttonNamed('Deny…')?.disabled]).toEqual([true, true]);
    click(approve);
    expect(popup.asked).toEqual([{ ...said, decision: 'approve' }]);
    // The same state again changes nothing under the person's hand.
    shown(waiting(approval));
    expect(buttonNamed('Allow once')).toBe(approve);
    expect(shown(waiting())).not.toContain('approvals');
  });

  test('is denied with a reason, which stays while something else comes to wait', () => {
    shown(waiting(approval));
    click(buttonNamed('Deny…'));
    expect(buttonNamed('Allow once')).toBeUndefined();
    const field = part<HTMLInputElement>('#approval-list input');
    expect(document.activeElement).toBe(field);
    enter(field, ' Not today. ');
    shown(waiting(approval, { approval_id: 'ap-2' }));
    expect(part('#approval-list input')).toBe(field);
    click(buttonNamed('Deny'));
    expect(popup.asked).toEqual([{ ...said, decision: 'deny', reason: 'Not today.' }]);
  });

  test('is allowed for good only once it has said what that means', () => {
    shown(waiting(approval));
    expect(buttonNamed('Always allow here')).toBeUndefined();
    click(buttonNamed('Always here…'));
    expect(text('#approval-list')).toContain('From now on mcp.files::write_file runs');
    expect(document.activeElement).toBe(buttonNamed('Always allow here'));
    click(buttonNamed('Back'));
    expect(buttonNamed('Always allow here')).toBeUndefined();
    expect(document.activeElement).toBe(buttonNamed('Allow once'));
    click(buttonNamed('Always here…'));
    expect(popup.asked).toEqual([]);
    click(buttonNamed('Always allow here'));
    expect(popup.asked).toEqual([{ ...said, decision: 'approve', always: true }]);
  });

  test('is not allowed for good where its words are those of others', () => {
    shown(waiting({ ...approval, quoted: true }));
    expect(buttonNamed('Always here…')).toBeUndefined();
    expect(buttonNamed('Deny…')).toBeDefined();
  });

  test('names its risk, and the conversation where it waits', () => {
    shown(waiting({ ...approval, is_here: false }));
    expect(text('#approval-list .risk')).toBe('High risk');
    expect(text('#approval-list button.link')).toBe('ChatGPT: Tea');
    expect(text('#approvals-title')).toBe('1 action needs you');
  });

  test.each(['auto', 'manual', 'paused'] as const)('is what the mode speaks of: %s', (mode) => {
    const { state, ...rest } = conversation();
    if (state === null) throw new Error('it has a state');
    const told = () => text('#mode-text');
    shown({ ...waiting(approval), conversation: { ...rest, state: { ...state, mode } } });
    const withWaiting = told();
    shown({ conversation: { ...rest, state: { ...state, mode } } });
    expect(withWaiting).not.toBe(told());
    expect(withWaiting).toMatch(/1 action waits|what you allow/);
  });

  test('is followed by what goes on by itself, and what the site holds back', () => {
    const { state, ...rest } = conversation();
    if (state === null) throw new Error('it has a state');
    const renewal = {
      status: 'active',
      turns_used: 2,
      max_turns: 9,
      due_at: null,
      stop_reason: null,
    } as const;
    const ids = shown({ conversation: { ...rest, state: { ...state, renewal, parked_until: 5 } } });
    expect(ids).toEqual(expect.arrayContaining(['renewal', 'parked']));
    expect(text('#renewal-text')).toBe('Goes on by itself (2 of 9 turns).');
    expect(part('#renewal-stop')).not.toBeNull();
    const stopped = { ...renewal, status: 'stopped', stop_reason: 'stop_phrase' } as const;
    shown({ conversation: { ...rest, state: { ...state, renewal: stopped } } });
    expect(text('#renewal-text')).toContain('stopped: the goal was reached');
    expect(part('#renewal-stop')).toBeNull();
  });
});

test('a chat that serves an agent as its model says so, whatever its mode acts on', () => {
  const { state, ...rest } = conversation();
  if (state === null) throw new Error('it has a state');
  const serves = { local_conversation_id: 'lc-9', agent: 'assistant', title: null };
  for (const mode of ['auto', 'manual'] as const) {
    shown({ conversation: { ...rest, state: { ...state, mode, serves } } });
    expect(text('#mode-text')).toBe(
      'This chat is the model of the agent “assistant”: what it writes acts there, not here.',
    );
  }
  shown({ conversation: { ...rest, state: { ...state, mode: 'paused', serves } } });
  expect(text('#mode-text')).not.toContain('agent');
});

describe('a reply that came before the conversation was in auto', () => {
  const held_reply = {
    assistant_message_id: 'reply-1',
    actions: [{ action: 'mcp.files::read_file', params: '{"path":"<b>a.md</b>"}' }],
    count: 1,
  };
  function holding(mode: 'auto' | 'manual' | 'paused', reply = held_reply) {
    const { state, ...rest } = conversation();
    if (state === null) throw new Error('it has a state');
    return { ...rest, state: { ...state, mode, held_reply: reply } };
  }

  test('is offered in auto with all that would run, and only told of otherwise', () => {
    expect(shown({ conversation: holding('manual') })).toContain('held');
    expect(text('#held-text')).toContain('Switch to Auto to run it.');
    expect(part('#held-run')).toBeNull();
    shown({ conversation: holding('auto') });
    expect(text('#held-text')).toContain('holds 1 action');
    expect(text('#held-list')).toContain('<b>a.md</b>');
    expect(part('#held-run')).not.toBeNull();
    expect(text('#held-run')).toBe('Run it');
    expect(shown({})).not.toContain('held');
  });

  test('says how many actions are not shown', () => {
    shown({ conversation: holding('auto', { ...held_reply, count: 23 }) });
    expect(text('#held-run')).toBe('Run them');
    expect(text('#held-list')).toContain('and 22 more, which may ask first');
  });
});

describe('over a page that is no chat', () => {
  const chats = [
    { chat_session_id: 'lc-1', platform: 'chatgpt', title: 'Orders', auto: true },
    { chat_session_id: 'lc-2', platform: 'claude', title: null, auto: false },
  ];
  const tabs = [
    {
      resource_id: 'r-1',
      tab_id: 7,
      chat_session_id: 'lc-1',
      lent: true,
      site: 'https://a.example',
    },
    { resource_id: 'r-2', tab_id: 8, chat_session_id: 'lc-2', lent: false, site: null },
  ].map((tab) => ({ ...tab, stopped: false }));
  const grant = { grant_id: 'g-1', origin: 'https://chatgpt.com', chat_session_id: 'lc-1' };
  const over = { page: null, conversation: null };

  test('a person lets one chat read the site, or act there, until they take it back', async () => {
    expect(shown({ ...over, work: { chats, grants: [], tabs: [], stopped: false } })).toContain(
      'work',
    );
    expect(text('#work-title')).toBe('Chats in https://chatgpt.com');
    click(part('#work-allow'));
    await expect
      .poll(() => popup.asked.at(-1))
      .toEqual({
        kind: 'popup.allow_work',
        origin: 'https://chatgpt.com',
        chat_session_id: 'lc-1',
        level: 'read',
        until: 'session',
      });
    shown({
      ...over,
      work: { chats, grants: [{ ...grant, level: 'act' }], tabs: tabs.slice(0, 1), stopped: false },
    });
    expect(text('#work-grants li span')).toBe('Orders: may read and act');
    click(part('[data-grant="g-1"]'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.end_work', grant_id: 'g-1' });
  });

  test('what chats do in tabs can be stopped over any page, without a conductor too', () => {
    const link = { ...LINK, status: 'offline' } as const;
    shown({ link, work: { chats, grants: [], tabs, stopped: false } });
    expect(text('#work-tabs')).toBe('2 tabs work for chats now');
    click(part('#work-stop'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.stop_work', stop: true });
    shown({ link, work: { chats, grants: [], tabs, stopped: true } });
    expect(text('#work-stop')).toBe('Go on');
    click(part('#work-stop'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.stop_work', stop: false });
  });

  test('each tab that works for a chat can be shown and stopped, and a lent one taken back', () => {
    shown({ work: { chats, grants: [], tabs, stopped: false } });
    expect(text('[data-resource="r-1"] span')).toBe('Orders: https://a.example');
    click(part('[data-resource="r-2"] [data-do="show"]'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.show_tab', resource_id: 'r-2' });
    click(part('[data-resource="r-2"] [data-do="stop"]'));
    const stop = { kind: 'popup.stop_tab', resource_id: 'r-2' };
    expect(popup.asked.at(-1)).toEqual({ ...stop, stop: true });
    expect(part('[data-resource="r-2"] [data-do="give-back"]')).toBeNull();
    click(part('[data-resource="r-1"] [data-do="give-back"]'));
    expect(popup.asked.at(-1)).toEqual({ kind: 'popup.give_back', resource_id: 'r-1' });
    const stopped = tabs.map((tab) => ({ ...tab, stopped: true }));
    shown({ work: { chats, grants: [], tabs: stopped, stopped: false } });
    click(part('[data-resource="r-2"] [data-do="stop"]'));
    expect(popup.asked.at(-1)).toEqual({ ...stop, stop: false });
  });

  test('the tab is lent to a chat that acts by itself, once, and to no other', () => {
    shown({ ...over, work: { chats, grants: [], tabs: [], stopped: false } });
    expect([...(part<HTMLSelectElement>('#work-lend-chat')?.options ?? [])]).toHaveLength(1);
    click(part('#work-lend'));
    const origin = 'https://chatgpt.com';
    const lend = { kind: 'popup.lend_tab', tab_id: 7, origin, chat_session_id: 'lc-1' };
    expect(popup.asked.at(-1)).toEqual(lend);
    shown({ ...over, work: { chats, grants: [], tabs, stopped: false } });
    expect(part('#work-lend')).toBeNull();
    const manual = chats.map((chat) => ({ ...chat, auto: false }));
    shown({ ...over, work: { chats: manual, grants: [], tabs: [], stopped: false } });
    expect(part('#work-lend')).toBeNull();
    expect(part('#work-lend-none')).not.toBeNull();
  });

  test('without a chat the site is allowed to all programs, of whom no tab is lent to any', async () => {
    shown({ ...over, work: { chats: [], grants: [], tabs: [], stopped: false } });
    expect([...(part<HTMLSelectElement>('#work-chat')?.options ?? [])]).toHaveLength(1);
    expect(part('#work-lend-none')).toBeNull();
    click(part('#work-allow'));
    await expect
      .poll(() => popup.asked.at(-1))
      .toMatchObject({ kind: 'popup.allow_work', chat_session_id: null, level: 'read' });
  });

  test('what is allowed elsewhere is not told of, and nothing is asked over a page of a chat', () => {
    const elsewhere = { ...grant, origin: 'https://other.example', level: 'read' } as const;
    shown({ ...over, work: { chats, grants: [elsewhere], tabs: [], stopped: false } });
    expect(part('#work-grants')).toBeNull();
    expect(shown({ work: { chats, grants: [], tabs: [], stopped: false } })).not.toContain('work');
  });
});

describe('a page that asks its model at another origin', () => {
  const MODEL = 'https://api.example';
  const asking = (url: string, asked: readonly string[] = [MODEL]): void => {
    shown({ page: { ...page(), url, asks_at: asked } });
  };
  const here = 'https://chatgpt.com/c/c-1';

  test('is read there after a click that names it, and is then no longer offered', () => {
    const models = signal<readonly string[]>([]);
    const named: string[] = [];
    asking(here);
    const readModel = (origin: string): Promise<void> => {
      named.push(origin);
      models.value = [origin];
      return done();
    };
    drawn(() => {
      if (state.value !== null)
        state.value = { ...state.value, tab: { ...TAB, models, readModel } };
    });
    expect(text('#models p')).toBe(`This page gets its answers from ${MODEL}.`);
    drawn(() => part<HTMLButtonElement>('#models button')?.click());
    expect(named).toEqual([]);
    click(part('#models button'));
    expect(named).toEqual([MODEL]);
    expect(part('#models')).toBeNull();
  });

  test('is offered for the page that the tab shows, and never where the conductor is', () => {
    asking('https://other.example/');
    expect(part('#models')).toBeNull();
    asking(here, [LINK.conductor_url]);
    expect(part('#models')).toBeNull();
    asking(here, []);
    expect(part('#models')).toBeNull();
    asking(here);
    expect(buttons('#models')).toHaveLength(1);
  });
});
