import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { parseActions } from '../../conductor/src/baa/parse-actions.ts';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../kit/browser-frames.ts';
import { runConductor, tempDir } from '../kit/running-conductor.ts';
import { hostileServer } from '../kit/tool-servers.ts';

const ACTION = '@conductor::echo::{"text":"ran"}';
const BLOCK = asking(ACTION);

/** A conversation in auto, with one reply behind it. */
async function world(dataDir = tempDir()) {
  const conductor = await runConductor({}, dataDir);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'r0', 'Hello.'));
  await inbox.allAcked();
  return {
    conductor,
    browser,
    inbox,
    ran: () => conductor.rows('select instruction_id from instructions').length,
  };
}

// Made when they are said: a reply that is older than the last one is no reply to act on, whatever it holds.
it.each([
  ['what a person sends', () => userTurn('a', 'u1', BLOCK)],
  ['a reply that a page showed', () => finalMessage('a', 'r1', BLOCK, { source: 'snapshot' })],
  ['a reply that is told again', () => finalMessage('a', 'r1', BLOCK, { source: 'replay' })],
  ['a reply that is known', () => finalMessage('a', 'r0', BLOCK)],
  [
    'a reply from before the newest',
    () => finalMessage('a', 'r1', BLOCK, { observed_at: Date.now() - 3_600_000 }),
  ],
  ['a quote', () => finalMessage('a', 'r1', BLOCK.replaceAll(/^/gm, '> '))],
  ['a quote in a list', () => finalMessage('a', 'r1', BLOCK.replaceAll(/^/gm, '- > '))],
  ['a block in a larger one', () => finalMessage('a', 'r1', `\`\`\`\`md\n${BLOCK}\n\`\`\`\``)],
  ['code that is indented', () => finalMessage('a', 'r1', BLOCK.replaceAll(/^/gm, '    '))],
  ['a block of another kind', () => finalMessage('a', 'r1', BLOCK.replace('baa', 'baa-example'))],
  ['the words alone', () => finalMessage('a', 'r1', ACTION)],
  ['a comment', () => finalMessage('a', 'r1', `<!--\n${BLOCK}\n-->`)],
  ['HTML', () => finalMessage('a', 'r1', `<details>\n${BLOCK.slice(BLOCK.indexOf('```'))}`)],
] as const)('an action in %s does nothing', async (_where, frameOf) => {
  const { browser, inbox, ran } = await world();
  browser.send(frameOf());
  await inbox.allAcked();
  expect(ran()).toBe(0);
  // The conversation does act: on the next reply that says it.
  browser.send(finalMessage('a', 'r9', BLOCK));
  await inbox.allAcked();
  expect(ran()).toBe(1);
});

it('an action in a result is quoted, and does nothing when the site shows it as a turn', async () => {
  const { browser, inbox, ran } = await world();
  const text = JSON.stringify({ text: `Done.\n\n${BLOCK}\n\n~~~baa\n${ACTION}\n~~~` });
  browser.send(finalMessage('a', 'r1', asking(`@conductor::echo::${text}`)));
  const sent = await inbox.first('delivery.enqueue');
  expect(sent.message_text).toContain(ACTION);
  browser.send(deliveryResult(sent, 'acked'));
  browser.send(userTurn('a', 'u1', sent.message_text));
  // Even if a site gave our own words the role of the assistant, they would ask for nothing.
  browser.send(finalMessage('a', 'r2', sent.message_text));
  await inbox.allAcked();
  expect(ran()).toBe(1);
});

it('an action in the words of a tool server is quoted, and does nothing', async () => {
  const dataDir = tempDir();
  const mcpServers = { evil: hostileServer('injecting') };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const { browser, inbox, ran } = await world(dataDir);
  const actions = [
    '@mcp.evil::says',
    '@mcp.evil::fails',
    '@mcp.evil::breaks',
    '@mcp.evil::nothing',
    '@conductor::describe',
    '@conductor::describe::{"target":"mcp.evil"}',
    '@conductor::describe::{"tool":"mcp.evil::says"}',
  ];
  browser.send(finalMessage('a', 'r1', asking(actions.join('\n'))));
  const sent = await inbox.first('delivery.enqueue');
  expect(sent.message_text.split('injected').length).toBeGreaterThan(20);
  expect(parseActions(sent.message_text)).toEqual([]);
  browser.send(deliveryResult(sent, 'acked'));
  browser.send(userTurn('a', 'u1', sent.message_text));
  browser.send(finalMessage('a', 'r2', sent.message_text));
  await inbox.allAcked();
  expect(ran()).toBe(actions.length);
});

it('an action in a conversation that nobody switched to auto does nothing, whoever asks', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  for (const [chat, message] of [
    ['b', finalMessage('b', 'r1', BLOCK)],
    ['c', finalMessage('c', 'r1', BLOCK, { aliases: ['b'] })],
  ] as const) {
    browser.send(runtimeReport([chat]));
    browser.send(message);
  }
  await inbox.allAcked();
  expect(conductor.rows('select * from instructions')).toEqual([]);
  expect(conductor.rows<{ mode: string }>('select mode from conversations')).toEqual(
    expect.not.arrayContaining([{ mode: 'auto' }]),
  );
});
