import type { Plugin } from 'vite';

/** Preact's one place where a text becomes markup: what `dangerouslySetInnerHTML` asks for. */
const SETS_MARKUP = /\b(\w+)\.innerHTML=(?!=)/g;

/** Preact for the extension's pages, in which no text can become markup: what asks for it is shown as text. */
export function preactWithoutMarkup(): Plugin {
  return {
    name: 'preact-without-markup',
    transform: {
      filter: { id: /node_modules\/preact\/dist\/preact\.mjs$/ },
      handler(code) {
        const found = code.match(SETS_MARKUP)?.length ?? 0;
        if (found !== 1) throw new Error(`Preact sets markup in ${found} places instead of one.`);
        return { code: code.replace(SETS_MARKUP, '$1.textContent='), map: null };
      },
    },
  };
}
