import bash from '@speed-highlight/core/languages/bash.js';
import css from '@speed-highlight/core/languages/css.js';
import diff from '@speed-highlight/core/languages/diff.js';
import html from '@speed-highlight/core/languages/html.js';
import js from '@speed-highlight/core/languages/js.js';
import json from '@speed-highlight/core/languages/json.js';
import py from '@speed-highlight/core/languages/py.js';
import ts from '@speed-highlight/core/languages/ts.js';
import xml from '@speed-highlight/core/languages/xml.js';
import yaml from '@speed-highlight/core/languages/yaml.js';
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize';
import type { ComponentChild } from 'preact';

import { steeringShown } from '../../../shared/lib/visible-text.ts';

/** Their own declarations say `undefined` where they leave out. */
const LANGUAGES = { bash, css, diff, html, js, json, py, ts, xml, yaml } as object as Readonly<
  Record<string, ShjLanguageData>
>;

/** Other names under which assistants write them. */
const NAMES: Readonly<Record<string, string>> = {
  console: 'bash',
  javascript: 'js',
  jsonc: 'json',
  jsx: 'js',
  patch: 'diff',
  python: 'py',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  tsx: 'ts',
  typescript: 'ts',
  yml: 'yaml',
  zsh: 'bash',
};

/** Longer code stands as it is: what its colours cost grows faster than its length. */
const LONGEST = 10_000;

/** Code with its words told apart by class; without, where the language is not known. */
export function highlighted(code: string, named: string): ComponentChild {
  const name =
    named
      .trim()
      .split(/[\s:{]/, 1)[0]
      ?.toLowerCase() ?? '';
  const id = Object.hasOwn(NAMES, name) ? (NAMES[name] ?? '') : name;
  const language = Object.hasOwn(LANGUAGES, id) ? LANGUAGES[id] : undefined;
  if (language === undefined || code.length > LONGEST) return steeringShown(code);
  const parts: ComponentChild[] = [];
  tokenizeWith(
    code,
    language,
    (text, token) => {
      if (text === '') return;
      const shown = steeringShown(text);
      parts.push(token === undefined ? shown : <span class={`code-${token}`}>{shown}</span>);
    },
    { languages: LANGUAGES },
  );
  return parts;
}
