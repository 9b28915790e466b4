import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../../kit/browser-frames.ts';
import { runConductor, tempDir } from '../../kit/running-conductor.ts';
import { installedServer } from '../../kit/tool-servers.ts';

// The actions of a reply are judged in the commit of that reply: what is told or set just before it is in the same one.

const TOLD = Array.from({ length: 15 }, (_, index) => `told-${index}`);
const RULED = Array.from({ length: 15 }, (_, index) => `ruled-${index}`);
const PAUSED = Array.from({ length: 15 }, (_, index) => `paused-${index}`);

/** Selects actions that began after they were barred. */
const BEGUN_LATE = `select c.remote_conversation_id as name from instructions i join conversations c using (conversation_key)
  join events began on began.subject_id = i.instruction_id and began.type = 'instruction.begin'
  join events barred on barred.conversation_key = i.conversation_key and barred.event_id < began.event_id
    and (barred.type = 'policy_rule.added'
      or barred.type = 'conversation.mode_set' and json_extract(barred.detail_json, '$.to') = 'paused')`;

test('what is told or set in the moment of a reply is known when its actions are judged', async () => {
  const dataDir = tempDir();
  const files = join(dataDir, 'files');
  mkdirSync(files);
  const mcpServers = { files: installedServer('filesystem', files) };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const action = asking(
    `@mcp.files::create_directory::${JSON.stringify({ path: join(files, 'made') })}`,
  );
  const conductor = await runConductor({}, dataDir);
  const { browser, inbox } = await conductor.browser();
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.enqueue') browser.send(deliveryResult(frame, 'acked'));
  });
  browser.send(runtimeReport(['first', ...TOLD, ...RULED, ...PAUSED]));
  const ids = new Map<string, string>();
  for (const name of ['first', ...TOLD, ...RULED, ...PAUSED]) {
    const state = await inbox.first(
      'conversation.state',
      ({ remote_conversation_id: one }) => one === name,
    );
    ids.set(name, state.local_conversation_id);
    await conductor.setMode(state.local_conversation_id, 'auto');
  }
  const rule = (decision: string, conversation?: string) =>
    conductor.admin('POST', '/v1/policy/rules', {
      tool: 'mcp.files::*',
      decision,
      ...(conversation !== undefined && { conversation }),
    });
  await rule('run');
  const states = (which: string) =>
    conductor.rows<{ status: string }>(
      `select i.status from instructions i join conversations c using (conversation_key)
       where c.remote_conversation_id like '${which}-%'`,
    );
  // From now on the tool is known at once.
  browser.send(finalMessage('first', 'first', action));
  await expect
    .poll(() => conductor.rows('select status from instructions'))
    .toEqual([{ status: 'succeeded' }]);

  for (const name of TOLD) {
    browser.send(userTurn(name, `typed-${name}`, action));
    browser.send(finalMessage(name, `reply-${name}`, action));
  }
  await expect
    .poll(() => states('told').map(({ status }) => status))
    .toEqual(TOLD.map(() => 'awaiting_approval'));

  for (const [index, name] of [...RULED, ...PAUSED].entries()) {
    const id = ids.get(name) ?? '';
    const barred = RULED.includes(name) ? rule('deny', id) : conductor.setMode(id, 'paused');
    // The answer, or nothing, comes between them.
    if (index % 3 === 0) await conductor.admin('GET', '/v1/health');
    browser.send(finalMessage(name, `reply-${name}`, action));
    await barred;
  }
  await inbox.allAcked();
  await expect
    .poll(() => conductor.rows("select * from instructions where status in ('pending', 'running')"))
    .toEqual([]);
  expect(conductor.rows(BEGUN_LATE)).toEqual([]);
});
