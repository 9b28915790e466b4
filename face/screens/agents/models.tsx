import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Block } from '../../parts/block.tsx';
import { FileExample } from '../../parts/file-example.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';
import { Bindings } from './bindings.tsx';
import { Probe } from './probe.tsx';

type Answered = ResponseOf<'listModels'>;

type Endpoint = Answered['items'][number];

const EXAMPLE = `{
  "models": [
    {
      "name": "local",
      "kind": "openai-compatible",
      "base_url": "http://127.0.0.1:11434/v1",
      "models": ["qwen3:8b"]
    }
  ]
}`;

/** The language models that agents may ask: endpoints of a person's own, and chats that are open. */
export function Models(): VNode {
  const { state, again } = useAnswer('listModels');
  return (
    <div class="stack agent-wide">
      <Block state={state} again={again}>
        {(answered) => <Known {...answered} />}
      </Block>
      <Bindings />
    </div>
  );
}

function Known({ items, chats, config_file: file }: Answered): VNode {
  const mayChange = useMay('full');
  return (
    <>
      {items.map((one) => (
        <EndpointCard key={one.name} endpoint={one} />
      ))}
      <section class="card">
        <h2>{word('models_chats')}</h2>
        {chats.length === 0 ? (
          <p class="soft">{word('models_chats_none')}</p>
        ) : (
          <ul class="model-list">
            {chats.map((chat) => (
              <li key={chat}>
                <code>
                  <Visible text={chat} />
                </code>
              </li>
            ))}
          </ul>
        )}
        <p class="soft small">{word('models_chats_means')}</p>
      </section>
      {mayChange && (
        <FileExample
          title={word('model_add')}
          means={word('models_empty')}
          file={file}
          example={EXAMPLE}
          open={items.length === 0}
        />
      )}
    </>
  );
}

function EndpointCard({ endpoint: one }: { readonly endpoint: Endpoint }): VNode {
  const mayChange = useMay('full');
  return (
    <article class="card">
      <header class="asked">
        <h2>
          <Visible text={one.name} />
        </h2>
        <Mark tone={one.fault === null ? 'good' : 'bad'}>
          {word(one.fault === null ? 'model_configured' : 'server_faulty')}
        </Mark>
      </header>
      <p class="soft small">
        {one.kind} · <Visible text={one.base_url} />
        {one.key_from !== null && (
          <>
            {' '}
            · {word('model_key')} <Visible text={one.key_from} />
          </>
        )}
        {one.context_tokens !== null && (
          <> · {word('model_context', numberText(one.context_tokens))}</>
        )}
      </p>
      {one.fault !== null && (
        <div class="problem">
          <p>
            <Visible text={one.fault} />
          </p>
        </div>
      )}
      <ul class="model-list">
        {one.models.map((model) => (
          <li key={model}>
            <code>
              <Visible text={`${one.name}:${model}`} />
            </code>
            {mayChange && one.fault === null && <Probe model={`${one.name}:${model}`} />}
          </li>
        ))}
      </ul>
    </article>
  );
}
