import type { Tool } from '../tool.ts';
import { conversationStatus } from './conversation-status.ts';
import { describe } from './describe.ts';
import { echo } from './echo.ts';
import { time } from './time.ts';

/** The tools Baton itself brings, in the order of the manual. */
export const BUILT_IN_TOOLS: readonly Tool[] = [describe, time, echo, conversationStatus];
