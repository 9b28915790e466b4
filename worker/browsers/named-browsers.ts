import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import * as z from 'zod';

import { err, ok, type Result } from '../../shared/lib/result.ts';
import { BROWSER_NAME } from '../../shared/model/resource-words.ts';
import type { BrowserAdapter } from './open-browser.ts';

const path = z.string().refine(isAbsolute, 'is a whole path');
const origin = z
  .string()
  .max(512)
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'is as https://example.org',
  );

/** Checks a debugging address, which gives full control of the browser: it must be on this machine, or use TLS. */
const address = (plain: readonly string[], secure: string) =>
  z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
    // guard: attached-here-or-tls
    return protocol === secure || (isHere && plain.includes(protocol));
  }, `is an address of this machine, or begins with ${secure}//`);

const named = z
  .strictObject({
    name: z.string().regex(BROWSER_NAME, 'is a name of letters, digits, _ . -'),
    /** Sites that chats may work in there without being asked about. */
    origins: z.array(origin).max(200).default([]),
    /** The worker opens it when a page is asked for, and closes it after the last. */
    launch: z
      .strictObject({
        browser: z.enum(['chromium', 'firefox']).default('chromium'),
        /** Default: the one that is found. */
        executable: path.optional(),
        headless: z.boolean().default(true),
        /**
         * Folder of the profile; its data stays, and all chats share it. Without one, each chat has its own cookies.
         */
        profile: path.optional(),
      })
      .optional(),
    /** One that runs, of which a person opened the debugging port. */
    cdp: address(['http:', 'ws:'], 'wss:').optional(),
    /** The same of Firefox: it takes one program at a time. */
    bidi: address(['ws:'], 'wss:').optional(),
  })
  .refine(
    ({ launch, cdp, bidi }) => [launch, cdp, bidi].filter((one) => one !== undefined).length === 1,
    'names one of launch, cdp and bidi',
  );

const file = z
  .array(named)
  .max(32)
  .refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'names each browser once',
  );

export type NamedBrowser = z.output<typeof named>;

/** Reads the browsers in a worker's `browsers.json`, if it is there. The error says what is wrong with it. */
export function readNamedBrowsers(fileName: string): Result<readonly NamedBrowser[], string> {
  if (!existsSync(fileName)) return ok([]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(fileName, 'utf8'));
  } catch (cause) {
    return err(`${fileName}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const parsed = file.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(`${fileName}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is out of shape'}`);
}

export function adapterOf({ launch, bidi }: NamedBrowser): BrowserAdapter {
  return bidi !== undefined || launch?.browser === 'firefox' ? 'bidi' : 'cdp';
}
