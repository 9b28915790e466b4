/** The pages of each hosted site, as match patterns: what its scripts run in, and what is asked for at install. */
export const SITES = {
  chatgpt: ['https://chatgpt.com/*'],
  claude: ['https://claude.ai/*'],
  copilot: ['https://copilot.microsoft.com/*'],
  deepseek: ['https://chat.deepseek.com/*'],
  doubao: ['https://www.doubao.com/*'],
  gemini: ['https://gemini.google.com/*'],
  grok: ['https://grok.com/*'],
  kimi: ['https://www.kimi.com/*', 'https://kimi.com/*'],
  mistral: ['https://chat.mistral.ai/*'],
  perplexity: ['https://www.perplexity.ai/*'],
  poe: ['https://poe.com/*'],
  qwen: ['https://chat.qwen.ai/*'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Chats without a site of their own: the playground, and Hugging Face's host of its chat-ui. */
export const OTHER_PAGES = [
  'http://playground.localhost/*',
  'https://huggingface.co/chat/*',
] as const;

/** Entry of a content script in the manifest. */
export interface ScriptPlace {
  readonly matches: readonly string[];
  /** Absent: beside the page, in the extension's own world. */
  readonly world?: 'MAIN';
  readonly runAt: 'document_start';
}

/**
 * Where a content script runs, by its name: `<site>` beside the site's pages, `<site>-tap` and `<site>-sockets-tap` in
 * them. Null: the script is for no chat, and says for itself.
 */
export function placeOfScript(script: string): ScriptPlace | null {
  const [, name = '', tap] = /^(.+?)((?:-sockets)?-tap)?$/.exec(script) ?? [];
  const pages: Readonly<Record<string, readonly string[]>> = { ...SITES, 'any-site': OTHER_PAGES };
  const matches = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (matches === undefined) return null;
  return { matches, runAt: 'document_start', ...(tap !== undefined && { world: 'MAIN' }) };
}
