import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';

/** A program that lets a model work in pages, as it is asked here without one. */
export interface PageProgram {
  /** Description of each tool for a model, as JSON, by name. */
  readonly tools: ReadonlyMap<string, string>;
  /** The names of those that are for pages and terminals. */
  readonly forPages: RegExp;
  go(url: string): Promise<void>;
  /** The page, as a model reads it. */
  snapshot(): Promise<string>;
  /** The name that the snapshot gives to an element; throws where it shows none such. */
  refOf(snapshot: string, role: string, name: string): string;
  click(ref: string): Promise<void>;
  type(ref: string, text: string): Promise<void>;
  select(ref: string, option: string): Promise<void>;
  hover(ref: string): Promise<void>;
  press(key: string): Promise<void>;
  stop(): Promise<void>;
}

const Told = z.object({
  content: z.array(z.looseObject({ text: z.string().optional() })),
  isError: z.boolean().optional(),
});

export interface ToolClient {
  readonly tools: ReadonlyMap<string, string>;
  /** The text it answers; throws where it is an error. */
  use(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function connectClient(transport: Transport): Promise<ToolClient> {
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    tools: new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)])),
    async use(name, args) {
      const told = Told.parse(await client.callTool({ name, arguments: args }));
      const text = told.content.map((part) => part.text ?? '').join('\n');
      if (told.isError === true) throw new Error(`${name}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

/** The first group of what fits. */
export function found(pattern: RegExp, text: string): string {
  const [, ref] = pattern.exec(text) ?? [];
  if (ref === undefined) throw new Error(`No ${pattern.source} in ${text.slice(0, 500)}`);
  return ref;
}
