// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type {
  FailedDelivery,
  Needs,
  PopupConversation,
  PopupState,
  WaitingApproval,
} from '../../../extension/messages/popup-messages.ts';
import { type PopupElements, popupElements } from '../../../extension/popup/popup-elements.ts';
import { answerOf } from '../../../extension/popup/render-approvals.ts';
import { failureChoice } from '../../../extension/popup/render-failures.ts';
import { renderPopup } from '../../../extension/popup/render-popup.ts';
import { placeOf } from '../../../extension/popup/show-place.ts';
import { installWords } from '../../kit/install-words.ts';
import { page } from '../background/builders/view.ts';

const HTML = readFileSync('extension/entrypoints/popup/index.html', 'utf8');
const LINK = {
  status: 'online',
  conductor_url: 'http://127.0.0.1:7717',
  error: null,
  waiting: 0,
  versions: null,
} as const;

const NO_NEEDS: Needs = { approvals: [], failures: [] };

let elements: PopupElements;

beforeAll(() => installWords());

beforeEach(() => {
  document.documentElement.innerHTML = HTML.replace(/<(script|link)\b[^>]*>/g, '');
  elements = popupElements(document);
});

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

function shown(state: Partial<PopupState>): string[] {
  renderPopup(elements, {
    link: LINK,
    page: page(),
    conversation: conversation(),
    needs: NO_NEEDS,
    ...state,
  });
  return [...document.querySelectorAll<HTMLElement>('h2, p, section, form, fieldset')]
    .filter((element) => element.closest('[hidden]') === null && element.id !== '')
    .map((element) => element.id);
}

function checked(): string[] {
  return elements.modes.filter((radio) => radio.checked).map((radio) => radio.value);
}

test('an unpaired browser is asked for its code and nothing else', () => {
  const ids = shown({ link: { ...LINK, status: 'unpaired' }, page: null, conversation: null });
  expect(ids).toContain('pairing');
  expect(ids).not.toContain('conversation');
  expect(ids).not.toContain('brief');
  expect(elements.pairingUrl.value).toBe('http://127.0.0.1:7717');
});

test('an address a person types is not written over', () => {
  elements.pairingUrl.value = 'https://mine.example';
  shown({ link: { ...LINK, status: 'unpaired' } });
  expect(elements.pairingUrl.value).toBe('https://mine.example');
});

test('the mode in force is chosen, and the wish when there is one', () => {
  shown({});
  expect(checked()).toEqual(['manual']);
  shown({ conversation: conversation({ mode_wanted: 'auto' }) });
  expect(checked()).toEqual(['auto']);
  expect(elements.modeText.textContent).toBe('Switching to auto…');
});

test('a conversation the conductor has not seen cannot be switched', () => {
  shown({ conversation: conversation({ state: null }) });
  expect(elements.mode.disabled).toBe(true);
  expect(checked()).toEqual([]);
});

test('a draft that is waited for says what to do', () => {
  shown({
    conversation: conversation({ attempt: { status: 'resolving', waiting_for: 'draft_present' } }),
  });
  expect(elements.running.hidden).toBe(false);
  expect(elements.running.textContent).toContain('Send or clear the draft.');
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
  const labels = (): (string | null)[] =>
    [...elements.failureList.querySelectorAll('button[data-job]')].map((one) => one.textContent);

  test('is told in words about the site, with what can be done', () => {
    expect(shown({ needs: { approvals: [], failures: [failed] } })).toContain('failures');
    expect(elements.failuresTitle.textContent).toBe('1 message was not delivered');
    expect(elements.failureList.querySelector('.meaning')?.textContent).toBe(
      'ChatGPT refused the message (403)',
    );
    expect(labels()).toEqual(['Try again', 'Copy text', 'Discard']);
    expect(shown({})).not.toContain('failures');
  });

  test('of another conversation says which, and leads there', () => {
    const page_url = 'https://claude.ai/chat/c-2';
    const elsewhere = { ...failed, platform: 'claude', page_url, is_here: false };
    shown({ needs: { approvals: [], failures: [elsewhere] } });
    const link = elements.failureList.querySelector('button.link');
    expect(link?.textContent).toBe('Claude: Tea');
    expect(placeOf(link)).toEqual({
      kind: 'popup.go_to',
      platform: 'claude',
      remote_conversation_id: 'c-1',
      page_url,
    });
    expect(placeOf(elements.failureList)).toBeNull();
  });

  test('cannot be tried again where its message is there already', () => {
    shown({
      needs: { approvals: [], failures: [{ ...failed, error_code: 'final_message_timeout' }] },
    });
    expect(labels()).toEqual(['Copy text', 'Discard']);
  });

  test('rests once it is tried again or put aside, not when its text is copied', () => {
    shown({ needs: { approvals: [], failures: [failed] } });
    const [retry, copy, dismiss] =
      elements.failureList.querySelectorAll<HTMLButtonElement>('button[data-job]');
    expect(failureChoice(copy ?? null)).toMatchObject({ job_id: 'j', choice: 'copy' });
    expect(retry?.disabled).toBe(false);
    expect(failureChoice(dismiss ?? null)).toMatchObject({ job_id: 'j', choice: 'dismiss' });
    expect(retry?.disabled).toBe(true);
    expect(failureChoice(elements.failureList)).toBeNull();
  });

  test('stands beside what is in the way in the page', () => {
    const problem = { code: 'challenge_required', text: '' } as const;
    expect(shown({ page: page({ problem }) })).toContain('problem');
    expect(elements.problemRemedy.textContent).toBe('Open the page and pass the check.');
    expect(shown({})).not.toContain('problem');
    // Nor is it kept from a person before there is a conversation.
    expect(shown({ page: page({ problem }), conversation: null })).toContain('no-conversation');
    expect(elements.noConversation.textContent).toContain('Open the page and pass the check.');
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
  expect(elements.noticeText.textContent).toBe('Pair the browser again.');
});

test('a conductor of another version is told of, and what to do', () => {
  expect(shown({})).not.toContain('notice');
  const versions = { extension: '0.1.0', conductor: '0.2.0' };
  expect(shown({ link: { ...LINK, versions } })).toContain('notice');
  expect(elements.noticeTitle.textContent).toBe(
    "Baton's extension is version 0.1.0, its conductor 0.2.0.",
  );
  expect(elements.noticeText.textContent).toContain('`baton extension`');
});

test('a title is text, whatever a page made of it', () => {
  const title = '<img src=x onerror=alert(1)>';
  const state = conversation().state;
  shown({ conversation: conversation({ state: state && { ...state, title } }) });
  expect(elements.title.textContent).toBe(title);
  expect(elements.title.children).toHaveLength(0);
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

  test('is shown as text, with the answers there are', () => {
    expect(shown(waiting(approval))).toContain('approvals');
    expect(elements.approvalList.textContent).toContain('mcp.files::write_file');
    expect(elements.approvalList.textContent).toContain('<b>plan.md</b>');
    expect(elements.approvalList.querySelector('b')).toBeNull();
    const choices = elements.approvalList.querySelectorAll('li > .choices button');
    const labels = [...choices].map((one) => one.textContent);
    expect(labels).toEqual(['Allow once', 'Always here…', 'Deny…']);
    shown(waiting({ ...approval, approval_id: 'ap-2', kind: 'outcome_unknown' }));
    expect(elements.approvalList.querySelectorAll('button')).toHaveLength(3);
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
    const lines = [...elements.approvalList.querySelectorAll('dl div')].map((row) =>
      [...row.children].map((part) => part.textContent),
    );
    expect(lines).toEqual([
      ['"command"', '"ls⟨U+0020 × 3000⟩; rm -rf ~"'],
      ['"to"', '"a⟨U+202E⟩b⟨U+200B⟩"'],
      ['"rest"', `"${'x'.repeat(9_000)}"`],
    ]);
    const item = elements.approvalList.querySelector('li');
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
      const buttons = [...elements.approvalList.querySelectorAll('button')];
      const able = buttons.filter((one) => !one.disabled).map((one) => one.textContent);
      expect(able).toEqual(
        kind === 'permission' ? ['Deny…', 'Back', 'Deny', 'Back'] : ['Skip', 'Tell the assistant'],
      );
      expect(elements.approvalList.textContent).toContain('20,000 characters, too many');
    },
  );

  test('tells when its words are those of others', () => {
    shown(waiting({ ...approval, quoted: true }));
    expect(elements.approvalList.querySelector('.quoted')?.textContent).toContain('delivered');
    shown(waiting({ ...approval, approval_id: 'ap-2', params: '{}' }));
    expect(elements.approvalList.querySelector('.quoted')).toBeNull();
    expect(elements.approvalList.textContent).toContain('Without params.');
  });

  const buttonNamed = (text: string): HTMLButtonElement | null =>
    [...elements.approvalList.querySelectorAll('button')].find(
      (one) => one.textContent === text && one.closest('[hidden]') === null,
    ) ?? null;
  const said = { kind: 'popup.decide', approval_id: 'ap-1', reason: null, always: false };

  test('gives one answer for a click, and rests until the conductor has heard', () => {
    shown(waiting(approval));
    const approve = buttonNamed('Allow once');
    expect(answerOf(approve)).toEqual({ ...said, decision: 'approve' });
    expect([approve?.disabled, buttonNamed('Deny…')?.disabled]).toEqual([true, true]);
    expect(answerOf(elements.approvalList)).toBeNull();
    // The same state again changes nothing under the person's hand.
    shown(waiting(approval));
    expect(buttonNamed('Allow once')).toBe(approve);
    expect(shown(waiting())).not.toContain('approvals');
  });

  test('is denied with a reason, which stays while something else comes to wait', () => {
    shown(waiting(approval));
    expect(answerOf(buttonNamed('Deny…'))).toBeNull();
    expect(buttonNamed('Allow once')).toBeNull();
    const field = elements.approvalList.querySelector('input');
    if (field !== null) field.value = ' Not today. ';
    shown(waiting(approval, { approval_id: 'ap-2' }));
    expect(elements.approvalList.querySelector('input')).toBe(field);
    expect(answerOf(buttonNamed('Deny'))).toEqual({
      ...said,
      decision: 'deny',
      reason: 'Not today.',
    });
  });

  test('is allowed for good only once it has said what that means', () => {
    shown(waiting(approval));
    expect(answerOf(buttonNamed('Always here…'))).toBeNull();
    expect(elements.approvalList.textContent).toContain('From now on mcp.files::write_file runs');
    expect(answerOf(buttonNamed('Back'))).toBeNull();
    expect(buttonNamed('Always allow here')).toBeNull();
    answerOf(buttonNamed('Always here…'));
    expect(answerOf(buttonNamed('Always allow here'))).toEqual({
      ...said,
      decision: 'approve',
      always: true,
    });
  });

  test('is not allowed for good where its words are those of others', () => {
    shown(waiting({ ...approval, quoted: true }));
    expect(buttonNamed('Always here…')).toBeNull();
  });

  test('names its risk, and the conversation where it waits', () => {
    shown(waiting({ ...approval, is_here: false }));
    expect(elements.approvalList.querySelector('.risk')?.textContent).toBe('High risk');
    expect(elements.approvalList.querySelector('button.link')?.textContent).toBe('ChatGPT: Tea');
    expect(elements.approvalsTitle.textContent).toBe('1 action needs you');
  });

  test.each(['auto', 'manual', 'paused'] as const)('is what the mode speaks of: %s', (mode) => {
    const { state, ...rest } = conversation();
    if (state === null) throw new Error('it has a state');
    const told = () => elements.modeText.textContent;
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
    expect(elements.renewalText.textContent).toBe('Goes on by itself (2 of 9 turns).');
    expect(elements.renewalStop.hidden).toBe(false);
    const stopped = { ...renewal, status: 'stopped', stop_reason: 'stop_phrase' } as const;
    shown({ conversation: { ...rest, state: { ...state, renewal: stopped } } });
    expect(elements.renewalText.textContent).toContain('stopped: the goal was reached');
    expect(elements.renewalStop.hidden).toBe(true);
  });
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
    expect(elements.heldText.textContent).toContain('Switch to Auto to run it.');
    expect(elements.heldRun.hidden).toBe(true);
    shown({ conversation: holding('auto') });
    expect(elements.heldText.textContent).toContain('holds 1 action');
    expect(elements.heldList.textContent).toContain('<b>a.md</b>');
    expect(elements.heldRun.hidden).toBe(false);
    expect(elements.heldRun.textContent).toBe('Run it');
    expect(shown({})).not.toContain('held');
  });

  test('says how many actions are not shown', () => {
    shown({ conversation: holding('auto', { ...held_reply, count: 23 }) });
    expect(elements.heldRun.textContent).toBe('Run them');
    expect(elements.heldList.textContent).toContain('and 22 more, which may ask first');
  });
});
