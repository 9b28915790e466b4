import type { VNode } from 'preact';

import { keyLayers, type KeyRow } from '../../parts/keys.ts';
import { type WordKey, word } from '../../words/word.ts';
import './help.css';

const KEYS: readonly (readonly [keys: string, says: WordKey])[] = [
  ['Ctrl+K', 'palette_how'],
  ['?', 'keys_this'],
  ['j  k  Home  End', 'help_list'],
  ['Enter', 'help_open'],
  ['Esc', 'help_close'],
  ['.', 'row_actions'],
  ['[  ]', 'look_pane'],
  ['/', 'keys_filter'],
  ['x', 'keys_mark'],
  ['Ctrl+Enter', 'help_send'],
  ['Ctrl+K  >', 'help_commands'],
  ['Ctrl+K  #', 'help_events'],
  ['Ctrl+K  "', 'help_found'],
];

const WORDS = [
  'mode',
  'action',
  'approval',
  'rule',
  'delivery',
  'uncertain',
  'artifact',
  'live',
] as const;

const DOCS: readonly (readonly [name: string, says: WordKey])[] = [
  ['docs/web-ui.md', 'help_web_ui'],
  ['docs/cli.md', 'help_cli'],
  ['docs/errors.md', 'help_errors'],
  ['docs/mcp.md', 'help_mcp'],
  ['docs/http.md', 'help_http'],
  ['SECURITY.md', 'help_security'],
  ['baton doctor', 'help_doctor'],
];

/** Keys, words, and where more of it stands. */
export function Help(): VNode {
  return (
    <div class="help">
      <section class="card" aria-labelledby="help-keys">
        <h2 id="help-keys">{word('help_keys')}</h2>
        <p class="soft">{word('help_keys_text')}</p>
        <dl class="keys">
          {KEYS.map(([keys, says]) => (
            <Key key={keys} keys={keys} says={word(says)} />
          ))}
          {toPlaces().map(({ keys, says }) => (
            <Key key={keys} keys={keys.replace(' ', '  ')} says={word(says)} />
          ))}
        </dl>
      </section>
      <section class="card" aria-labelledby="help-words">
        <h2 id="help-words">{word('help_words')}</h2>
        <dl class="words">
          {WORDS.map((one) => (
            <div key={one}>
              <dt>{word(`help_${one}`)}</dt>
              <dd>{word(`help_${one}_means`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card" aria-labelledby="help-docs">
        <h2 id="help-docs">{word('help_docs')}</h2>
        <p class="soft">{word('help_docs_text')}</p>
        <dl class="words">
          {DOCS.map(([name, says]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{word(says)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

/** Keys that lead to the screens, as the frame binds them. */
function toPlaces(): readonly KeyRow[] {
  return keyLayers.value.flatMap(({ rows }) => rows).filter(({ keys }) => keys.startsWith('g '));
}

function Key({ keys, says }: { readonly keys: string; readonly says: string }): VNode {
  return (
    <div>
      <dt>
        {keys.split('  ').map((one) => (
          <kbd key={one}>{one}</kbd>
        ))}
      </dt>
      <dd>{says}</dd>
    </div>
  );
}
