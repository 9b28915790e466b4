import { fromOutside } from '../../../engine/given.ts';
import type { ToolServers, ToolSource } from './tools/tool.ts';

/** Tools of servers that a person configured. */
export const TOOL_SERVERS = fromOutside<ToolSource & ToolServers>('toolServers');
