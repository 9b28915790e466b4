// @vitest-environment happy-dom
import { h } from 'preact';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { RuleForm } from '../../../face/parts/rule-form.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, page } from '../drawn-screen.ts';

beforeAll(() => speak('en'));

test('a title that turns the line around is written as its code among those to choose from', async () => {
  const nothing = (): void => undefined;
  const screen = drawScreen(
    () => h(RuleForm, { rule: null, onSaved: nothing, onClose: nothing }),
    (id) =>
      id === 'listConversations'
        ? page({ local_conversation_id: 'c', title: 'Tea \u202E eht' })
        : undefined,
  );
  onTestFinished(() => screen.end());
  await vi.waitFor(() => expect(screen.text('option[value="c"]')).toBe('Tea ⟨U+202E⟩ eht'));
});
