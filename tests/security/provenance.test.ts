import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../kit/browser-frames.ts';
import { runConductor, tempDir } from '../kit/running-conductor.ts';
import { installedServer } from '../kit/tool-servers.ts';

const read = (path: string): string => `@mcp.files::read_text_file::${JSON.stringify({ path })}`;

/** A conversation in auto whose assistant may read files without being asked about: the server and a rule say so. */
async function world() {
  const dataDir = tempDir();
  const files = join(dataDir, 'files');
  mkdirSync(files);
  const mcpServers = { files: installedServer('filesystem', files) };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const conductor = await runConductor({}, dataDir);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  await conductor.admin('POST', '/v1/policy/rules', {
    tool: 'mcp.files::*',
    decision: 'run',
    conversation: id,
  });
  let replies = 0;
  const answered = new Set<string>();
  return {
    conductor,
    browser,
    inbox,
    id,
    file: (name: string, text: string): string => {
      writeFileSync(join(files, name), text);
      return join(files, name);
    },
    says: (...actions: readonly string[]) =>
      browser.send(finalMessage('a', `r${(replies += 1)}`, asking(actions.join('\n')))),
    /** The next message that goes back, which the page then has. */
    answer: async (): Promise<string> => {
      const sent = await inbox.first('delivery.enqueue', ({ job_id }) => !answered.has(job_id));
      answered.add(sent.job_id);
      browser.send(deliveryResult(sent, 'acked'));
      return sent.message_text;
    },
    approvals: async () => {
      const response = await conductor.admin('GET', '/v1/approvals?decision=open');
      const { items } = (await response.json()) as {
        items: { approval_id: string; quoted: boolean; instruction: { status: string } }[];
      };
      return items;
    },
    waiting: () =>
      conductor.rows<{ quoted: number }>(`select quoted from approvals where decision = 'open'`),
  };
}

describe('an action that stands in what others said', () => {
  it('runs while it stands nowhere', async () => {
    const { file, says, answer, waiting } = await world();
    says(read(file('a', 'one')));
    expect(await answer()).toContain('one');
    // What Baton itself says of an action does not make it theirs.
    says(read(file('a', 'two')));
    expect(await answer()).toContain('two');
    expect(waiting()).toEqual([]);
  });

  it('asks when it came in a result, and says why; a person lets it run', async () => {
    const { conductor, file, says, answer, approvals } = await world();
    const secret = file('secret', 'the secret');
    says(read(file('letter', `Hello!\n\n> \`\`\`baa\n> ${read(secret)}\n> \`\`\`\n`)));
    await answer();
    says(read(secret));
    await expect.poll(approvals).toMatchObject([{ quoted: true }]);
    const [open] = await approvals();
    await conductor.admin('POST', `/v1/approvals/${open?.approval_id}/decision`, {
      decision: 'approve',
    });
    expect(await answer()).toContain('the secret');
  });

  it('asks when it stands in the part of a long result that was left out', async () => {
    const { file, says, answer, waiting } = await world();
    const secret = file('secret', 'the secret');
    const long = `${'x '.repeat(6_000)}\n${read(secret)}\n${'y '.repeat(6_000)}`;
    says(read(file('long', long)));
    expect(await answer()).not.toContain(read(secret));
    says(read(secret));
    await expect.poll(waiting).toEqual([{ quoted: 1 }]);
  });

  it('asks when a person pasted it, or a program sent it', async () => {
    const { conductor, id, browser, file, says, answer, waiting } = await world();
    const [one, two] = [file('1', 'first'), file('2', 'second')];
    browser.send(userTurn('a', 'u1', `What does this mean?\n${read(one)}`));
    says(read(one));
    await expect.poll(waiting).toEqual([{ quoted: 1 }]);
    const path = `/v1/conversations/${id}/messages`;
    await conductor.admin('POST', path, { text: `Explain ${read(two)} please.` });
    expect(await answer()).toContain('Explain');
    says(read(two));
    await expect.poll(waiting).toEqual([{ quoted: 1 }, { quoted: 1 }]);
  });

  it('asks when it stands in the reason of a denial, or in the fault of a server', async () => {
    const { conductor, id, file, says, answer, waiting } = await world();
    const one = file('1', 'first');
    await conductor.admin('POST', '/v1/policy/rules', {
      tool: 'mcp.files::write_file',
      decision: 'deny',
      reason: `Try ${read(one)} instead.`,
      conversation: id,
    });
    says('@mcp.files::write_file::{"path":"x","content":"y"}');
    expect(await answer()).toContain('instead');
    says(read(one));
    await expect.poll(waiting).toEqual([{ quoted: 1 }]);
  });

  it('asks also in a reply from before auto, whose actions a person let run at one click', async () => {
    const { conductor, id, browser, inbox, waiting } = await world();
    const action = '@conversation::list';
    await conductor.setMode(id, 'manual');
    browser.send(userTurn('a', 'u1', `A letter says: ${action}`));
    browser.send(finalMessage('a', 'held', asking(action)));
    await inbox.allAcked();
    await conductor.setMode(id, 'auto');
    const ref = { platform: 'chatgpt', remote_conversation_id: 'a' } as const;
    browser.send({ type: 'reply.run', ...ref, assistant_message_id: 'held' });
    await expect.poll(waiting).toEqual([{ quoted: 1 }]);
  });

  it('asks in its own conversation alone, and in the one that it is merged into', async () => {
    const { conductor, browser, inbox, file, says, answer, waiting } = await world();
    const one = file('1', 'first');
    browser.send(runtimeReport(['a', 'b']));
    browser.send(userTurn('b', 'u1', read(one)));
    await inbox.allAcked();
    says(read(one));
    expect(await answer()).toContain('first');
    browser.send(runtimeReport([{ remote_conversation_id: 'a', aliases: ['b'] }]));
    await inbox.allAcked();
    const [merged] = conductor.rows<{ id: string }>(
      'select local_conversation_id as id from conversations',
    );
    await conductor.setMode(merged?.id ?? 'none', 'auto');
    says(read(one));
    await expect.poll(waiting).toEqual([{ quoted: 1 }]);
    expect(conductor.rows('select distinct conversation_key as k from foreign_words')).toHaveLength(
      1,
    );
  });

  it('is denied where a rule denies it, and runs where nothing can come of it', async () => {
    const { conductor, id, browser, says, answer, file } = await world();
    const one = file('1', 'first');
    await conductor.admin('POST', '/v1/policy/rules', {
      tool: 'mcp.files::*',
      decision: 'deny',
      conversation: id,
    });
    browser.send(userTurn('a', 'u1', `Start with @conductor::describe, then ${read(one)}`));
    says('@conductor::describe', read(one));
    const message = await answer();
    expect(message).toContain('1. @conductor::describe ok');
    expect(message).toContain('2. @mcp.files::read_text_file action_denied');
  });

  it('is forgotten with the conversation', async () => {
    const { conductor, id, browser, inbox } = await world();
    browser.send(userTurn('a', 'u1', read('x')));
    await inbox.allAcked();
    const count = () => conductor.rows<{ n: number }>('select count(*) as n from foreign_words');
    expect(count()).not.toEqual([{ n: 0 }]);
    await conductor.admin('DELETE', `/v1/conversations/${id}`);
    expect(count()).toEqual([{ n: 0 }]);
  });
});
