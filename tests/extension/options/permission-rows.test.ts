import { expect, test } from 'vitest';

import { askedAtInstall, permissionRows } from '../../../extension/options/permission-rows.ts';

test('both manifests ask for the same', () => {
  const wanted = {
    permissions: ['alarms'],
    origins: ['https://a.example/*', 'http://127.0.0.1/*'],
  };
  expect(
    askedAtInstall({
      permissions: ['alarms'],
      host_permissions: ['https://a.example/chat/*', 'http://127.0.0.1/*'],
    }),
  ).toEqual(wanted);
  expect(
    askedAtInstall({ permissions: ['alarms', 'https://a.example/*', 'http://127.0.0.1/*'] }),
  ).toEqual(wanted);
});

test('what was granted later can be told from what the installation brought, and from what was withheld', () => {
  const asked = {
    permissions: ['alarms'],
    origins: ['https://a.example/*', 'https://b.example/*'],
  };
  const granted = {
    permissions: ['alarms', 'notifications'],
    origins: ['https://a.example/*', 'https://c.example/chat/*'],
  };
  expect(permissionRows(asked, granted, (origin) => origin !== 'https://b.example/*')).toEqual([
    { what: 'alarms', kind: 'api', status: 'required' },
    { what: 'notifications', kind: 'api', status: 'granted' },
    { what: 'https://a.example/*', kind: 'origin', status: 'required' },
    { what: 'https://b.example/*', kind: 'origin', status: 'withheld' },
    { what: 'https://c.example/*', kind: 'origin', status: 'granted' },
  ]);
});
