import type { Plugin } from 'vite';

/** The object that the package makes when it is loaded; with it come its parser and what draws its tokens as HTML. */
const MADE_ON_LOAD =
  /var (\w+)=new (\w+);function \w+\(\w+,\w+\)\{return \1\.parse\([\s\S]*(?=export\{)/;

const LEXER = /export\{.*?\b(\w+) as Lexer\b.*?\};/;

/** Reduces marked to its lexer: the web UI draws the tokens itself, and never as HTML. */
export function lexerOfMarked(): Plugin {
  return {
    name: 'lexer-of-marked',
    transform: {
      filter: { id: /node_modules\/marked\/lib\/marked\.esm\.js$/ },
      handler(code) {
        const lexer = LEXER.exec(code)?.[1];
        if (lexer === undefined || !MADE_ON_LOAD.test(code)) {
          throw new Error('marked is not written as lexer-of-marked.ts expects it.');
        }
        const without = code.replace(MADE_ON_LOAD, '');
        return { code: without.replace(LEXER, `export{${lexer} as Lexer};`), map: null };
      },
    },
  };
}
