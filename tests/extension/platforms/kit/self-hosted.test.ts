import { describe, expect, test } from 'vitest';
import { hfChatUi } from '../../../../extension/platforms/hf-chat-ui/hf-chat-ui.ts';
import { librechat } from '../../../../extension/platforms/librechat/librechat.ts';
import { lobechat } from '../../../../extension/platforms/lobechat/lobechat.ts';
import { nextchat } from '../../../../extension/platforms/nextchat/nextchat.ts';
import { openWebui } from '../../../../extension/platforms/open-webui/open-webui.ts';
import type { PageMarks, Platform } from '../../../../extension/platforms/platform.ts';

const SOFTWARE: readonly Platform[] = [openWebui, librechat, nextchat, lobechat, hfChatUi];

const NEXTCHAT_CONFIG =
  '{"version":"v2.16.1","commitDate":"unknown","commitHash":"unknown","buildMode":"standalone","isApp":false}';

const PAGES: Readonly<Record<string, readonly PageMarks[]>> = {
  'open-webui': [
    {
      title: 'Open WebUI',
      metas: { 'theme-color': '#171717', robots: 'noindex,nofollow' },
      assets: ['/static/favicon.png', '/manifest.json', '/static/loader.js', '/static/custom.css'],
    },
    {
      title: 'Greetings • Our AI',
      metas: { 'apple-mobile-web-app-title': 'Our AI' },
      assets: ['/static/loader.js?v=2', '/static/custom.css'],
    },
  ],
  librechat: [
    {
      title: 'LibreChat',
      metas: {
        'theme-color': '#171717',
        description:
          'LibreChat - An open source chat application with support for multiple AI models',
      },
      assets: ['assets/favicon-32x32.png', 'assets/apple-touch-icon-180x180.png'],
    },
    {
      title: 'Greetings | Our AI',
      metas: {
        description: 'Our AI - An open source chat application with support for multiple AI models',
      },
      assets: ['/below/assets/apple-touch-icon-180x180.png', '/below/manifest.webmanifest'],
    },
  ],
  nextchat: [
    {
      title: 'NextChat',
      metas: { config: NEXTCHAT_CONFIG, 'apple-mobile-web-app-title': 'NextChat' },
      assets: ['/site.webmanifest', '/serviceWorkerRegister.js'],
    },
    { title: 'Our AI', metas: { config: NEXTCHAT_CONFIG }, assets: ['/serviceWorkerRegister.js'] },
  ],
  lobechat: [
    {
      title: 'LobeChat · Your assistant',
      metas: { 'og:site_name': 'LobeChat', 'twitter:site': '@lobehub' },
      assets: ['/favicon.ico?v=1', '/favicon-32x32.ico?v=1', '/manifest.json'],
    },
    {
      title: 'LobeHub',
      metas: { 'og:site_name': 'LobeHub', 'og:url': 'https://app.lobehub.com' },
      assets: ['/favicon.ico', '/favicon-32x32.ico', '/manifest.webmanifest'],
    },
  ],
  'hf-chat-ui': [
    {
      title: 'HuggingChat',
      metas: { 'twitter:site': '@huggingface', 'og:title': 'HuggingChat - Chat with AI models' },
      assets: ['/chat/huggingchat/icon.svg', '/chat/huggingchat/manifest.json'],
    },
    {
      title: 'Greetings',
      metas: { 'twitter:site': '@huggingface' },
      assets: ['https://our.example/chatui/icon.svg', 'https://our.example/chatui/manifest.json'],
    },
    {
      title: 'Our AI - Chat with AI models',
      metas: { 'twitter:site': '@huggingface', 'og:title': 'Our AI - Chat with AI models' },
      assets: ['/ours/icon.svg', '/ours/manifest.json'],
    },
  ],
};

/** Pages that share a mark or two with the software. */
const OTHERS: readonly PageMarks[] = [
  { title: '', metas: {}, assets: [] },
  { title: 'How to install Open WebUI', metas: {}, assets: ['/static/app.js'] },
  { title: 'LibreChat', metas: {}, assets: ['/assets/site.css'] },
  { title: 'Pictures', metas: {}, assets: ['/assets/apple-touch-icon-180x180.png'] },
  { title: 'NextChat', metas: { config: '{}' }, assets: ['/serviceWorkerRegister.js'] },
  { title: 'A build', metas: { config: NEXTCHAT_CONFIG }, assets: ['/main.js'] },
  { title: 'LobeHub', metas: { 'og:site_name': 'LobeHub' }, assets: ['/favicon.ico'] },
  { title: 'LobeChat', metas: {}, assets: ['/favicon-32x32.ico'] },
  { title: 'Models', metas: { 'twitter:site': '@huggingface' }, assets: ['/front/manifest.json'] },
  {
    title: 'A space',
    metas: { 'twitter:site': '@huggingface', 'og:title': 'Ours - Chat with AI models' },
    assets: ['/chatui/manifest.json'],
  },
  { title: 'Chat', metas: {}, assets: ['/chatui/icon.svg', '/chatui/manifest.json'] },
  { title: 'A shop', metas: { 'theme-color': '#171717' }, assets: ['/static/loader.js'] },
];

describe('a page', () => {
  for (const [name, pages] of Object.entries(PAGES)) {
    test(`of ${name} is taken for that and nothing else`, () => {
      for (const marks of pages) {
        const takers = SOFTWARE.filter((platform) => platform.recognises?.(marks));
        expect(takers.map((platform) => platform.name)).toEqual([name]);
      }
    });
  }

  test('of something else is taken for none', () => {
    for (const marks of OTHERS) {
      expect(SOFTWARE.filter((platform) => platform.recognises?.(marks))).toEqual([]);
    }
  });

  test('of the web may be any of them; the name tells one host and port from another', () => {
    for (const platform of SOFTWARE) {
      expect(platform.serves(new URL('http://localhost:3000/'))).toBe(true);
      expect(platform.serves(new URL('about:blank'))).toBe(false);
      const name = platform.platformOf(new URL('http://LOCALHOST:3000/x'));
      expect(name).toBe(`${platform.name}:localhost:3000`);
    }
  });
});
