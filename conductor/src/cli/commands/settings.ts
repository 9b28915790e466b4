import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { keysAlong, leaves, nested, valueAt } from '../../../../shared/lib/dotted-path.ts';
import { command, duration, group, usage, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { inUnits } from '../output.ts';
import { safeText } from '../terminal-text.ts';

/** `baton config`: reads, changes and resets the settings of a running conductor, each by its dotted name. */
export function configCommand(): CommandUnknownOpts {
  const parent = group('config', 'settings that hold while the conductor runs');
  parent.addCommand(get(), { isDefault: true });
  parent.addCommand(set());
  parent.addCommand(unset());
  return parent;
}

function get() {
  return command('get', 'the settings, or those of one dotted name')
    .argument('[name]', 'as policy.medium')
    .action((name, options) =>
      withContext(options, async ({ api, out }) => {
        const { settings, changed } = unwrap(await api.call('getSettings'));
        if (name !== undefined) {
          const value = valueAt(settings, keysOf(settings, name));
          out.document(value);
          for (const [path, inner] of leaves(value, name)) out.say(shown(path, inner));
          return;
        }
        out.document({ settings, changed });
        for (const [path, value] of leaves(settings)) {
          const mark = changed.includes(path) ? '' : out.paint.dim('  (default)');
          out.say(`${shown(path, value)}${mark}`);
        }
      }),
    );
}

function set() {
  return command('set', 'change a setting')
    .argument('<name>', 'dotted, as policy.medium')
    .argument('<value>', 'a word, JSON, or a time as 30d')
    .action((name, text, options) =>
      withContext(options, async ({ api, out }) => {
        const { settings } = unwrap(await api.call('getSettings'));
        // A site that has no word of its own yet may get one.
        const keys = keysAlong(settings, name) ?? name.split('.');
        const [group = ''] = keys;
        if (!Object.hasOwn(settings, group)) throw unknownSetting(name);
        const body = nested(keys, valueOf(name, text));
        const after = unwrap(await api.call('updateSettings', { body: body as never }));
        out.document(after);
        out.say(shown(name, valueAt(after.settings, keys)));
      }),
    );
}

function unset() {
  return command('unset', 'reset a setting, or a group of settings, to the default')
    .argument('<name>', 'dotted, as policy.medium')
    .action((name, options) =>
      withContext(options, async ({ api, out }) => {
        const after = unwrap(await api.call('resetSetting', { params: { id: name } }));
        out.document(after);
        const keys = keysAlong(after.settings, name);
        if (keys === null) out.say(`${safeText(name, 'line')} is gone.`);
        else
          for (const [path, value] of leaves(valueAt(after.settings, keys), name))
            out.say(`${shown(path, value)}${out.paint.dim('  (default)')}`);
      }),
    );
}

function keysOf(settings: unknown, name: string): readonly string[] {
  const keys = keysAlong(settings, name);
  if (keys === null) throw unknownSetting(name);
  return keys;
}

function unknownSetting(name: string) {
  return usage(`name: there is no setting ${name}; see: baton config`, 'name');
}

/** A plain word is a text: the conductor says whether one fits there. */
function valueOf(name: string, text: string): unknown {
  if (name.endsWith('_ms') && /^\d+(ms|s|m|h|d)$/.test(text)) return duration(name, text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shown(name: string, value: unknown): string {
  const units = name.endsWith('_ms') && typeof value === 'number' ? ` (${inUnits(value)})` : '';
  return `${safeText(`${name} = ${JSON.stringify(value)}`, 'line')}${units}`;
}
