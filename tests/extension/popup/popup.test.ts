// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { PopupConversation, PopupState } from '../../../extension/messages/popup-messages.ts';
import { type PopupElements, popupElements } from '../../../extension/popup/popup-elements.ts';
import { answerOf } from '../../../extension/popup/render-approvals.ts';
import { renderPopup } from '../../../extension/popup/render-popup.ts';
import { installWords } from '../../support/install-words.ts';
import { page } from '../background/builders/view.ts';

const HTML = readFileSync('extension/entrypoints/popup/index.html', 'utf8');
const LINK = {
  status: 'online',
  conductor_url: 'http://127.0.0.1:7717',
  error: null,
  waiting: 0,
} as const;

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
  renderPopup(elements, { link: LINK, page: page(), conversation: conversation(), ...state });
  return [...document.querySelectorAll<HTMLElement>('h2, p, section, form, fieldset, #footer')]
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
  expect(ids).not.toContain('footer');
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
  const state = conversation().state;
  const job = {
    job_id: 'j',
    status: 'failed',
    attempt_count: 1,
    error_code: 'delivery_uncertain',
    error_message: 'The anchor is not shown.',
  } as const;

  test('stands there with its meaning and its remedy', () => {
    shown({ conversation: conversation({ state: state && { ...state, jobs: [job] } }) });
    expect(elements.failure.hidden).toBe(false);
    expect(elements.failureMeaning.textContent).toContain('cannot be known');
    expect(elements.failureRemedy.textContent).toContain('Look at the conversation');
  });

  test('can be tried again, unless its message is there already', () => {
    const failed = (error_code: 'delivery_uncertain' | 'final_message_timeout') =>
      shown({
        conversation: conversation({
          state: state && { ...state, jobs: [{ ...job, error_code }] },
        }),
      });
    failed('delivery_uncertain');
    expect(elements.failureRetry.hidden).toBe(false);
    failed('final_message_timeout');
    expect(elements.failureRetry.hidden).toBe(true);
    shown({ page: page({ problem: { code: 'adapter_drift', text: '' } }) });
    expect(elements.failureRetry.hidden).toBe(true);
  });

  test('gives way to what stands in the way in the page', () => {
    const problem = { code: 'challenge_required', text: '' } as const;
    shown({ page: page({ problem }) });
    expect(elements.failureRemedy.textContent).toBe('Open the page and pass the check.');
  });

  test('is hidden again when nothing is wrong', () => {
    shown({ conversation: conversation({ state: state && { ...state, jobs: [job] } }) });
    shown({});
    expect(elements.failure.hidden).toBe(true);
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

  function waiting(...approvals: NonNullable<PopupConversation['state']>['approvals']) {
    const { state, ...rest } = conversation();
    if (state === null) throw new Error('it has a state');
    return { ...rest, state: { ...state, approvals } };
  }

  test('is shown as text, with the answers there are', () => {
    expect(shown({ conversation: waiting(approval) })).toContain('approvals');
    expect(elements.approvalList.textContent).toContain('mcp.files::write_file');
    expect(elements.approvalList.textContent).toContain('<b>plan.md</b>');
    expect(elements.approvalList.querySelector('b')).toBeNull();
    const labels = [...elements.approvalList.querySelectorAll('button')].map(
      (one) => one.textContent,
    );
    expect(labels).toEqual(['Approve', 'Deny']);
    shown({ conversation: waiting({ ...approval, approval_id: 'ap-2', kind: 'outcome_unknown' }) });
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
    shown({ conversation: waiting({ ...approval, params, whole_params, params_length }) });
    const lines = [...elements.approvalList.querySelectorAll('dl div')].map((row) =>
      [...row.children].map((part) => part.textContent),
    );
    expect(lines).toEqual([
      ['"command"', '"ls⟨U+0020 × 3000⟩; rm -rf ~"'],
      ['"to"', '"a⟨U+202E⟩b⟨U+200B⟩"'],
      ['"rest"', `"${'x'.repeat(9_000)}"`],
    ]);
    const item = elements.approvalList.querySelector('li');
    expect(item?.lastElementChild?.className).toBe('choices');
    expect(item?.textContent).toContain(`${params_length.toLocaleString('en')} characters in all`);
    expect(item?.querySelectorAll('button:disabled')).toHaveLength(0);
  });

  test.each(['permission', 'outcome_unknown'] as const)(
    'cannot be let run where it is not shown whole: %s',
    (kind) => {
      const params = '{"path":"…';
      shown({ conversation: waiting({ ...approval, kind, params, params_length: 20_000 }) });
      const [runs, ...others] = elements.approvalList.querySelectorAll('button');
      expect([runs?.disabled, ...others.map((one) => one.disabled)]).toEqual([
        true,
        ...others.map(() => false),
      ]);
      expect(elements.approvalList.textContent).toContain('20,000 characters, too many');
    },
  );

  test('tells when its words are those of others', () => {
    shown({ conversation: waiting({ ...approval, quoted: true }) });
    expect(elements.approvalList.querySelector('.quoted')?.textContent).toContain('delivered');
    shown({ conversation: waiting({ ...approval, approval_id: 'ap-2', params: '{}' }) });
    expect(elements.approvalList.querySelector('.quoted')).toBeNull();
    expect(elements.approvalList.textContent).toContain('Without params.');
  });

  test('gives one answer for a click, and rests until the conductor has heard', () => {
    shown({ conversation: waiting(approval) });
    const [approve, deny] = elements.approvalList.querySelectorAll('button');
    expect(answerOf(approve ?? null)).toEqual({ approval_id: 'ap-1', decision: 'approve' });
    expect([approve?.disabled, deny?.disabled]).toEqual([true, true]);
    expect(answerOf(elements.approvalList)).toBeNull();
    // The same state again changes nothing under the person's hand.
    shown({ conversation: waiting(approval) });
    expect(elements.approvalList.querySelector('button')).toBe(approve);
    expect(shown({ conversation: waiting() })).not.toContain('approvals');
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
