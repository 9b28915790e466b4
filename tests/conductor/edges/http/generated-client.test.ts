import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { VERSION } from '../../../../conductor/src/version.ts';
import { operations } from '../../../../shared/api/operations.ts';
import { openapiDocument } from '../../../../shared/openapi-document.ts';
import { runConductor } from '../../../kit/running-conductor.ts';
import { SimulatedChat } from '../../../kit/simulated-chat.ts';

const DOCUMENT = openapiDocument(VERSION, operations);

/** Generated code is resolved as sources of the project are. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

type Asked = { readonly [part: string]: unknown };

type Ask = (
  request?: Asked,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

interface Generated {
  readonly [operation: string]: Ask;
}

let dir: string;

let sdk: Generated;

let http: { setConfig(config: Asked): void };

beforeAll(async () => {
  dir = mkdtempSync(join(CACHE, 'generated-client-'));
  await createClient({
    input: DOCUMENT,
    output: { path: dir },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  sdk = (await import(pathToFileURL(join(dir, 'sdk.gen.ts')).href)) as Generated;
  http = ((await import(pathToFileURL(join(dir, 'client.gen.ts')).href)) as { client: typeof http })
    .client;
});

function call(operation: string): Ask {
  const ask = sdk[operation];
  if (ask === undefined) throw new Error(`the document has no ${operation}`);
  return ask;
}

afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('a client made from the document takes a conversation from nothing to a final reply', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  const chat = new SimulatedChat(browser, 'a', ['It is noon.']);
  chat.report();
  await inbox.first('conversation.state');
  http.setConfig({ baseUrl: conductor.url, auth: conductor.adminSecret });

  const { data: listed } = await call('listConversations')();
  expect(listed).toMatchObject({ items: [{ platform: 'chatgpt', title: 'simulated' }] });
  const [{ local_conversation_id: id } = { local_conversation_id: '' }] = (
    listed as { items: { local_conversation_id: string }[] }
  ).items;
  const path = { id };

  expect((await call('setMode')({ path, body: { mode: 'auto' } })).data).toMatchObject({
    mode: 'auto',
  });
  const { data: sent, response } = await call('sendMessage')({
    path,
    query: { wait: 'final' },
    body: { text: 'What time is it?' },
  });
  expect(response.status).toBe(201);
  expect(sent).toMatchObject({
    timed_out: false,
    job: { status: 'finalized', message_text: 'What time is it?' },
    reply: { role: 'assistant', text: 'It is noon.' },
  });
  expect(chat.messages.map(({ text }) => text)).toEqual(['What time is it?']);

  const { data: messages } = await call('listMessages')({ path });
  expect(messages).toMatchObject({
    items: [{ text: 'It is noon.' }, { text: 'What time is it?', author: 'baton' }],
  });
  const refused = await call('getConversation')({ path: { id: 'nobody' } });
  expect(refused.error).toMatchObject({ status: 404, code: 'not_found', field: 'params.id' });
});
