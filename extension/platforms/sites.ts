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
