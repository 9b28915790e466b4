import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { asking } from '../../kit/browser-frames.ts';
import { chatModelWorld } from '../../kit/chat-model-world.ts';
import { runBaton } from '../../kit/run-baton.ts';

const [, guide = ''] = readFileSync(join(ROOT, 'docs', 'agents.md'), 'utf8').split(
  /^## Your own agent, in ten minutes$|^## Give it a model$/m,
);

/** The blocks of one language, without what they are indented by. */
function blocks(language: string): string[] {
  const found = guide.matchAll(new RegExp(`^   \`\`\`${language}\n(.*?)^   \`\`\``, 'gms'));
  return [...found].map(([, text = '']) => text.replace(/^ {3}/gm, ''));
}

/** The words of a command line, quoted ones whole. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test('who follows docs/agents.md word by word has an agent of their own on a chat', async () => {
  const { conductor, site } = await chatModelWorld((text) =>
    text.startsWith('Baton results') ? 'Two hours.' : asking('@conductor::time'),
  );
  const ids: Record<string, string> = {};
  const baton = async (line: string): Promise<string> => {
    const named = line.replace(/<(\w+)>/g, (_whole, name: string) => ids[name] ?? 'missing');
    const args = wordsOf(named.replace(/^npm run baton -- /, ''));
    const { code, out, err } = await runBaton(args, {
      env: { BATON_DATA_DIR: conductor.dataDir },
    });
    expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
    return out;
  };
  const list = await baton('agents list');
  const [folder = ''] = new RegExp(`${conductor.dataDir}\\S*agents`).exec(list) ?? [];
  const [file = ''] = blocks('md');
  writeFileSync(join(folder, 'tea.md'), file);
  expect(await baton('agents list')).toContain('tea');

  const [first = '', then = '', last = ''] = blocks('sh');
  expect(await baton(first.trim())).toBe('Two hours.\n');
  expect(site.heard[0]?.text).toContain("There is tea at five o'clock.");
  const [sessions = '', more = '', log = ''] = then.trim().split('\n');
  const [session = ''] = /[\w-]{20,}/.exec(await baton(sessions)) ?? [];
  ids['session_id'] = session;
  expect(await baton(more)).toBe('Two hours.\n');
  expect(await baton(log)).toContain('And until half past six?');
  expect(new Set(site.heard.map(({ conversation }) => conversation)).size).toBe(1);
  const [bindings = '', release = ''] = last.trim().split('\n');
  const [binding = ''] = /[\w-]{20,}/.exec(await baton(bindings)) ?? [];
  ids['binding_id'] = binding;
  await baton(release);
  expect(await baton(bindings)).not.toContain(binding);
  expect(dirname(folder)).toBe(conductor.dataDir);
});
