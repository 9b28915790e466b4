import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState } from '../../messages/popup-messages.ts';
import { platformForWireName } from '../../platforms/registry.ts';
import type { Introduction } from '../ports.ts';
import { adapterOf } from '../runtime/switched-sites.ts';
import { metaOf, type View } from '../storage/row-store.ts';
import { countsOf } from './options-state.ts';

/** The latest are what a report is about. */
const MAX_ATTEMPTS = 50;
const FINGERPRINT_BYTES = 6;

export interface ReportInput {
  readonly view: View;
  readonly link: LinkState;
  readonly pages: ReadonlyMap<number, PageState>;
  readonly introduction: Introduction;
  readonly now: number;
}

/**
 * Returns a text that a person can attach to a report. It holds codes, counts and what the adapters looked for: no
 * message, title, address, header or name of a host that is not one of the known sites. Conversations are told apart by
 * a fingerprint made with the key of this installation, which is meaningless without it.
 */
export async function diagnosticReport(input: ReportInput): Promise<string> {
  const { view, link, pages, introduction, now } = input;
  const { hmac_key, pairing, sites_off } = metaOf(view);
  const sign = await signer(hmac_key);
  const named = async (row: {
    readonly platform: string;
    readonly remote_conversation_id: string | null;
  }): Promise<{ readonly site: string; readonly conversation: string | null }> => ({
    site: adapterOf(row.platform),
    conversation:
      row.remote_conversation_id === null
        ? null
        : await sign(`${row.platform}/${row.remote_conversation_id}`),
  });

  const open = [...pages.values()].map(async (state) => ({
    ...(await named(state)),
    ready: state.ready,
    draft: state.draft,
    problem: state.problem?.code ?? null,
    checks: state.checks,
    sought: state.problem?.code === 'adapter_drift' ? state.problem.text : null,
    evidence: platformForWireName(state.platform)?.evidence.from ?? null,
  }));
  const latest = [...view.attempts.values()]
    .toSorted((a, b) => b.updated_at - a.updated_at)
    .slice(0, MAX_ATTEMPTS)
    .map(async (row) => ({
      ...(await named(row)),
      status: row.status,
      error: row.error_code,
      waiting_for: row.waiting_for,
      sends: row.send_count,
      ms: row.updated_at - row.created_at,
    }));
  const report = {
    baton: introduction.extension_version,
    browser: introduction.browser,
    at: new Date(now).toISOString(),
    link: {
      status: link.status,
      error: link.error?.code ?? null,
      waiting: link.waiting,
      paired: pairing !== null,
    },
    sites_off: sites_off ?? [],
    counts: countsOf(view, pages),
    logins: [...view.bindings.values()].map((row) => [adapterOf(row.platform), row.freshness]),
    templates: [...view.templates.values()].map((row) => [
      adapterOf(row.platform),
      row.template_status,
    ]),
    runtimes: tally([...view.runtimes.values()].map((row) => row.runtime_status)),
    pages: await Promise.all(open),
    attempts: await Promise.all(latest),
  };
  return JSON.stringify(report, null, 2);
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function signer(key: string): Promise<(text: string) => Promise<string>> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const ready = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, [
    'sign',
  ]);
  return async (text) => {
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', ready, encoder.encode(text)));
    const bytes = mac.slice(0, FINGERPRINT_BYTES);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
