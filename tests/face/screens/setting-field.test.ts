// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { DEFAULT_SETTINGS } from '../../../conductor/src/features/ground/settings/settings.ts';
import { type Field, GROUPS } from '../../../face/screens/settings/fields.ts';
import { type SettingsNow, useSaving } from '../../../face/screens/settings/saving.tsx';
import { SettingField } from '../../../face/screens/settings/setting-field.tsx';
import { useAnswer } from '../../../face/store/world.ts';
import { speak } from '../../../face/words/word.ts';
import { merged, valueAt } from '../../../shared/lib/dotted-path.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';
import { pressKey } from '../press-key.ts';

const fieldOf = (name: string): Field => {
  const fields = GROUPS.flatMap((group): readonly Field[] => group.fields);
  const found = fields.find(({ keys }) => keys.join('.') === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};
const NAMES = ['resources.turn_ms', 'retention.events_ms', 'policy.low', 'resources.roots'];
const FIELDS = NAMES.map(fieldOf);

let now: SettingsNow;
let refusal: object | null;
let screen: DrawnScreen;

function Some(): ComponentChild {
  const asked = useAnswer('getSettings').state.value.data;
  return asked === undefined ? null : h(Fields, { asked });
}

function Fields({ asked }: { readonly asked: SettingsNow }): ComponentChild {
  const saving = useSaving(asked);
  return h('div', {}, [
    ...FIELDS.map((field) =>
      h(SettingField, {
        key: field.keys.join('.'),
        field,
        value: valueAt(saving.now.settings, field.keys),
        mayChange: true,
        saving,
      }),
    ),
    saving.note,
  ]);
}

beforeAll(() => speak('en'));
beforeEach(async () => {
  now = { settings: DEFAULT_SETTINGS, changed: [] };
  refusal = null;
  screen = drawScreen(
    () => h(Some, {}),
    (id, request) => {
      if (id !== 'updateSettings') return now;
      if (refusal !== null) return refusal;
      const { body } = request as { body: object };
      now = { ...now, settings: merged(now.settings, body) as SettingsNow['settings'] };
      return now;
    },
  );
  await vi.waitFor(() => expect(screen.place.querySelectorAll('.setting')).toHaveLength(4));
});
afterEach(() => screen.end());

const setting = (at: number): HTMLElement =>
  screen.place.querySelectorAll<HTMLElement>('.setting')[at] as HTMLElement;
const input = (at: number): HTMLInputElement => setting(at).querySelector('input') as never;
const unit = (at: number): HTMLSelectElement => setting(at).querySelector('select') as never;
const sent = (): unknown[] =>
  screen.asked
    .filter(({ id }) => id === 'updateSettings')
    .map(({ request }) => (request as { body: unknown }).body);

async function write(at: number, text: string): Promise<void> {
  input(at).focus();
  input(at).value = text;
  await act(() => void input(at).dispatchEvent(new InputEvent('input', { bubbles: true })));
}

async function choose(select: HTMLSelectElement, value: string): Promise<void> {
  select.value = value;
  await act(() => void select.dispatchEvent(new Event('change', { bubbles: true })));
}

/** From a field to the next thing that takes the focus. */
function leave(from: HTMLElement, relatedTarget: HTMLElement | null): void {
  from.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }));
}

/** As the trail tells of it. */
function changeElsewhere(patch: object): void {
  now = { ...now, settings: merged(now.settings, patch) as SettingsNow['settings'] };
  screen.tell({
    kind: 'trail',
    event: { event_id: 9, type: 'setting.changed', subject_id: 'x', detail: {} } as never,
  });
}

test('a number and its unit are one: nothing is sent before both are left', async () => {
  await write(0, '3');
  leave(input(0), unit(0));
  await choose(unit(0), 'unit_hours');
  await choose(unit(0), 'unit_minutes');
  expect(sent()).toEqual([]);
  leave(unit(0), null);
  await vi.waitFor(() => expect(sent()).toEqual([{ resources: { turn_ms: 180_000 } }]));
  await vi.waitFor(() => expect(screen.text('[role="status"]')).toContain('Saved'));
});

test('a field keeps the focus while it is saved', async () => {
  await write(0, '3');
  pressKey('Enter', input(0));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(input(0).disabled).toBe(false);
  expect(document.activeElement).toBe(input(0));
});

test('what is out of range is said at the field, stays written and is not sent; Esc takes it back', async () => {
  const before = input(0).value;
  await write(0, '0');
  pressKey('Enter', input(0));
  await vi.waitFor(() =>
    expect(setting(0).querySelector('[role="alert"]')?.textContent).toBe('It is at least 10 sec.'),
  );
  expect(input(0).value).toBe('0');
  pressKey('Escape', input(0));
  await vi.waitFor(() => expect(setting(0).querySelector('[role="alert"]')).toBeNull());
  expect(input(0).value).toBe(before);
  expect(sent()).toEqual([]);
});

test('what the conductor refuses is said at the field, and what was written stays', async () => {
  refusal = { code: 'invalid_request', text: 'is not so', field: 'resources.turn_ms' };
  await write(0, '7');
  pressKey('Enter', input(0));
  await vi.waitFor(() => expect(setting(0).textContent).toContain('is not so'));
  expect(input(0).value).toBe('7');
  expect(setting(1).textContent).not.toContain('is not so');
});

test('what was changed elsewhere meanwhile is written over by Enter alone', async () => {
  await write(0, '7');
  changeElsewhere({ resources: { turn_ms: 60_000 } });
  await vi.waitFor(() => expect(setting(0).textContent).toContain('changed elsewhere'));
  expect(setting(0).textContent).toContain('1 min');
  expect(input(0).value).toBe('7');
  leave(input(0), null);
  expect(sent()).toEqual([]);
  pressKey('Enter', input(0));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  await vi.waitFor(() => expect(setting(0).textContent).not.toContain('changed elsewhere'));
});

test('texts are written one a line, and what is refused stays written', async () => {
  const area = (): HTMLTextAreaElement => setting(3).querySelector('textarea') as never;
  const say = async (text: string): Promise<void> => {
    area().value = text;
    await act(() => void area().dispatchEvent(new Event('change', { bubbles: true })));
  };
  await say('/home/me/my work\n\n  /srv\n');
  const roots = ['/home/me/my work', '/srv'];
  await vi.waitFor(() => expect(sent()).toEqual([{ resources: { roots } }]));
  await vi.waitFor(() => expect(area().value).toBe('/home/me/my work\n/srv'));
  changeElsewhere({ resources: { roots: ['/theirs'] } });
  await vi.waitFor(() => expect(area().value).toBe('/theirs'));
  refusal = { code: 'invalid_request', text: 'is a whole path', field: 'resources.roots.0' };
  await say('work');
  await vi.waitFor(() => expect(setting(3).textContent).toContain('is a whole path'));
  expect(area().value).toBe('work');
});

test('undo puts the last change back, unless it was changed elsewhere since', async () => {
  const select = unit(2);
  const was = select.value;
  await choose(select, 'deny');
  await vi.waitFor(() => expect(screen.text('[role="status"]')).toContain('Saved'));
  pressKey('u');
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ policy: { low: 'deny' } }, { policy: { low: was } }]),
  );
  await vi.waitFor(() => expect(select.value).toBe(was));
  changeElsewhere({ policy: { low: 'ask' } });
  await vi.waitFor(() => expect(select.value).toBe('ask'));
  expect(screen.place.querySelector('button.link')).toBeNull();
});

test('two changes at once are both sent, one after the other', async () => {
  const first = choose(unit(2), 'deny');
  await choose(unit(2), 'ask');
  await first;
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ policy: { low: 'deny' } }, { policy: { low: 'ask' } }]),
  );
  await vi.waitFor(() => expect(unit(2).value).toBe('ask'));
});
