import { ANY_SITE } from './any-site.ts';
import { chatgpt } from './chatgpt/chatgpt.ts';
import { claude } from './claude/claude.ts';
import { copilot } from './copilot/copilot.ts';
import { deepseek } from './deepseek/deepseek.ts';
import { doubao } from './doubao/doubao.ts';
import { gemini } from './gemini/gemini.ts';
import { grok } from './grok/grok.ts';
import { kimi } from './kimi/kimi.ts';
import { mistral } from './mistral/mistral.ts';
import { perplexity } from './perplexity/perplexity.ts';
import type { Platform } from './platform.ts';
import { poe } from './poe/poe.ts';
import { qwen } from './qwen/qwen.ts';

/** Each with an address of its own. */
export const HOSTED: readonly Platform[] = [
  chatgpt,
  claude,
  copilot,
  deepseek,
  doubao,
  gemini,
  grok,
  kimi,
  mistral,
  perplexity,
  poe,
  qwen,
];

/** The adapter behind a name on the wire (`chatgpt`, `generic:<host[:port]>`); null for a name nobody has. */
export function platformForWireName(name: string): Platform | null {
  const anywhere = ANY_SITE.find((platform) => name.startsWith(`${platform.name}:`));
  return anywhere ?? HOSTED.find((platform) => platform.name === name) ?? null;
}
