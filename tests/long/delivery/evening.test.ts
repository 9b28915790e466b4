import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { startPlayground } from '../../../playground/server.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { PLAN, REVIEW, reviewerAssistant, writerAssistant } from '../../kit/evening-assistants.ts';

const run = promisify(execFile);
const FILES_SERVER = join(
  ROOT,
  'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)('a whole evening in %s', (name) => {
  it('files, an approval over a restart, a second opinion on another site, and a readable record', async () => {
    const notesDir = mkdtempSync(join(tmpdir(), 'baton-notes-'));
    closers.push(() => rmSync(notesDir, { recursive: true, force: true }));
    writeFileSync(join(notesDir, 'monday.md'), 'Buy milk.');
    writeFileSync(join(notesDir, 'tuesday.md'), 'Call home.');
    const dataDir = mkdtempSync(join(tmpdir(), 'baton-evening-'));
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
    writeFileSync(
      join(dataDir, 'mcp.json'),
      JSON.stringify({
        mcpServers: { files: { command: process.execPath, args: [FILES_SERVER, notesDir] } },
      }),
    );

    const world: ChatWorld = await createChatWorld(name, {
      site: chatgptSite({ assistant: writerAssistant(notesDir) }),
      conductor: { dataDir },
    });
    closers.push(() => world.dispose());
    const reviewers = await startPlayground({
      port: 0,
      delayMs: 0,
      assistant: reviewerAssistant,
    });
    closers.push(() => reviewers.close());

    const baton = async (...args: string[]): Promise<string> => {
      const { stdout } = await run(
        process.execPath,
        ['conductor/src/cli/main.ts', ...args, '--url', world.conductor.url, '--data-dir', dataDir],
        { cwd: ROOT },
      );
      return stdout;
    };
    const json = async (...args: string[]) =>
      JSON.parse(await baton(...args, '--json')) as { items: Record<string, unknown>[] };

    // Another site: a person opens the reviewer's chat and lets Baton use it.
    const reviewer = reviewers.createConversation('Reviewer');
    await world.browser.newPage(`${reviewers.url}/c/${reviewer.id}`);
    const known = () =>
      world.conductor.query(
        'select * from conversations where remote_conversation_id = ?',
        reviewer.id,
      )[0];
    await world.until('the reviewer to be watched', () => known() !== undefined);
    await baton('mode', String(known()?.['local_conversation_id']), 'auto');

    const { id } = world.site.createConversation('Notes');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    const ourId = String(world.conversation(id)?.['local_conversation_id']);
    // Asking other chats is fine; writing files is asked about.
    await baton('policy', 'add', 'conversation::*', 'run', '--conversation', ourId);

    await world.say(page, 'Make a plan of my notes, please.');
    const openApprovals = async () => (await json('approvals')).items;
    await world.until('the write to wait for approval', async () => {
      return (await openApprovals()).length === 1;
    });

    // The night falls: the conductor is killed, and comes back.
    await world.conductor.kill9();
    await world.conductor.start();
    const [approval] = await openApprovals();
    expect(approval).toMatchObject({
      decision: 'open',
      instruction: { action: 'mcp.files::write_file', status: 'awaiting_approval' },
    });
    await baton('approve', String(approval?.['approval_id']));

    await world.until('the report', () => {
      const [anchor] = world.conductor.query(
        'select raw_text from message_anchors order by observed_at desc limit 1',
      );
      return String(anchor?.['raw_text']).startsWith('Done.');
    });
    await world.until('every delivery to be final', () =>
      world.jobs(id).every((job) => job['status'] === 'finalized'),
    );

    expect(readFileSync(join(notesDir, 'plan.md'), 'utf8')).toBe(PLAN);
    expect(world.received(id)).toHaveLength(5);
    expect(reviewers.log().map((message) => message.text)).toEqual([
      `Please review this plan.\n\n${PLAN}`,
    ]);
    expect(world.site.duplicates() + reviewers.duplicates()).toBe(0);

    const story = await baton('export', ourId, '--format', 'markdown');
    const places = [
      'Make a plan of my notes, please.',
      'First I look at what is there.',
      'mcp.files::list_directory',
      'May I write the plan?',
      'mcp.files::write_file',
      'approved',
      'The plan is written.',
      'conversation::send_and_wait',
      `Done. The reviewer says: “${REVIEW}”`,
    ].map((part) => ({ part, at: story.indexOf(part) }));
    expect(places.filter(({ at }) => at === -1)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a.at - b.at));
  });
});
