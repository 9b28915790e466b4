import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { offerPlaygroundTools } from '../../conductor/src/playground-tools.ts';

function dataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-tools-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('what the launcher names is a server with a tool that reads and one that does not', async () => {
  const dir = dataDir();
  offerPlaygroundTools(dir);
  const file = JSON.parse(readFileSync(join(dir, 'mcp.json'), 'utf8')) as {
    mcpServers: { playground: { command: string; args: string[] } };
  };
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport(file.mcpServers.playground));
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['roll', true],
    ['note', false],
  ]);
  const rolled = await client.callTool({ name: 'roll', arguments: { sides: 2 } });
  expect(rolled.content).toEqual([
    { type: 'text', text: expect.stringMatching(/^A die of 2 sides shows [12]\.$/) },
  ]);
  const noted = await client.callTool({ name: 'note', arguments: { text: 'Buy tea.' } });
  expect(noted.content).toEqual([{ type: 'text', text: 'Note 1 is on the board: Buy tea.' }]);
});

test('a file of the person’s stays as it is', () => {
  const dir = dataDir();
  writeFileSync(join(dir, 'mcp.json'), 'mine');
  offerPlaygroundTools(dir);
  expect(readFileSync(join(dir, 'mcp.json'), 'utf8')).toBe('mine');
});
