import { expect, test } from 'vitest';

import { siteReport } from '../../../../extension/background/runtime/site-report.ts';
import { meta, page, runtime, view } from '../builders/view.ts';

const named = (report: ReturnType<typeof siteReport>, platform: string) =>
  report.sites.find((site) => site.platform === platform);

test('a site stands with what it is let into, whether it is on, and how well it is known', () => {
  const rows = view({ meta: meta({ sites_off: ['poe'] }) });
  const report = siteReport(rows, new Map(), ['https://claude.ai/*', 'https://www.kimi.com/*']);
  expect(named(report, 'claude')).toMatchObject({ allowed: true, on: true, evidence: 'recorded' });
  expect(named(report, 'poe')).toMatchObject({ allowed: false, on: false });
  // It has two hosts, and may run in one.
  expect(named(report, 'kimi')?.allowed).toBe(false);
});

test('sites of any host are those that were visited, and those that a person allowed', () => {
  const rows = view({ runtimes: [runtime({ platform: 'open-webui:chat.example.org' })] });
  const granted = [
    'https://chat.example.org/*',
    'https://new.example.org/*',
    'https://claude.ai/*',
  ];
  const others = siteReport(rows, new Map(), granted).sites.filter(({ platform }) =>
    platform.includes(':'),
  );
  expect(others.map(({ platform, allowed }) => [platform, allowed])).toEqual([
    ['open-webui:chat.example.org', true],
    ['generic:new.example.org', true],
  ]);
});

test('open pages stand with their tab and their trouble, and without title or address', () => {
  const problem = { code: 'adapter_drift', text: 'The composer was not found.' } as const;
  const report = siteReport(view({}), new Map([[7, page({ problem, title: 'Secret' })]]), []);
  expect(report.pages).toEqual([
    expect.objectContaining({ tab_id: 7, problem, remote_conversation_id: 'c-1' }),
  ]);
  expect(JSON.stringify(report)).not.toContain('Secret');
  expect(JSON.stringify(report.pages)).not.toContain('http');
});
