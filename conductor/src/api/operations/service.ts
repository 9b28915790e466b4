import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { pageOf, paging, inConversation } from '../resources/fields.ts';
import {
  backup,
  byAccount,
  bySetting,
  client,
  forgotten,
  pairingOffer,
  settings,
  settingsPatch,
  status,
  unparked,
} from '../resources/service.ts';
import { event } from '../resources/work.ts';

const settingsNow = z.object({
  settings,
  changed: z.array(z.string()).meta({ description: 'Dotted names of what is not at its default.' }),
});

/** The conductor itself: its state, settings, browsers and data. */
export const serviceOperations = {
  getStatus: operation({
    ...plain,
    method: 'GET',
    path: '/v1/status',
    tag: 'service',
    summary: 'How the whole stands.',
    answer: status,
  }),
  listClients: operation({
    ...plain,
    method: 'GET',
    path: '/v1/clients',
    tag: 'browsers',
    summary: 'Paired browsers.',
    answer: z.object({ items: z.array(client) }),
  }),
  revokeClient: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/clients/:id',
    tag: 'browsers',
    summary: 'Unpairs a browser and closes its connection.',
    answer: z.object({ deleted: z.literal(true) }),
  }),
  offerPairing: operation({
    ...plain,
    method: 'POST',
    path: '/v1/pairing/codes',
    tag: 'browsers',
    summary: 'Makes a one-time pairing code and link.',
    answer: pairingOffer,
  }),
  unparkAccount: operation({
    ...one,
    method: 'POST',
    path: '/v1/accounts/:id/unpark',
    tag: 'service',
    summary: 'Ends the wait for a limit that a site named: what waited goes out now.',
    params: byAccount,
    answer: unparked,
  }),
  getSettings: operation({
    ...plain,
    method: 'GET',
    path: '/v1/settings',
    tag: 'settings',
    summary: 'The settings in force, and which of them were changed.',
    answer: settingsNow,
  }),
  updateSettings: operation({
    ...plain,
    method: 'PATCH',
    path: '/v1/settings',
    tag: 'settings',
    summary: 'Changes settings, field by field; they hold at once.',
    body: settingsPatch,
    example: { policy: { medium: 'run' }, retention: { events_ms: 2_592_000_000 } },
    answer: settingsNow,
  }),
  resetSetting: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/settings/:id',
    tag: 'settings',
    summary: 'Puts a setting, or a group of them, back to its default.',
    params: bySetting,
    answer: settingsNow,
  }),
  listEvents: operation({
    ...plain,
    method: 'GET',
    path: '/v1/events/log',
    tag: 'service',
    summary: 'The audit trail, the newest first. Live: GET /v1/events.',
    query: paging.extend({
      ...inConversation.shape,
      type: z.string().max(100).optional().meta({
        description: 'Types, comma-separated; `delivery_job.*` fits all that begin so.',
      }),
    }),
    answer: pageOf(event),
    errors: ['not_found'],
  }),
  createBackup: operation({
    ...plain,
    method: 'POST',
    path: '/v1/backups',
    tag: 'data',
    summary: 'Writes a whole copy of the data while everything goes on.',
    body: z
      .strictObject({
        file: z.string().min(1).max(4_096).nullable().default(null).meta({
          description: 'Absolute path; null: a new file under backups/ of the data folder.',
        }),
      })
      .prefault({}),
    example: { file: '/home/me/baton-backup' },
    answer: backup,
    status: 201,
  }),
  forgetOld: operation({
    ...plain,
    method: 'POST',
    path: '/v1/retention/run',
    tag: 'data',
    summary: 'Forgets what the retention settings say, now.',
    body: z.strictObject({ dry_run: z.boolean().default(false) }).prefault({}),
    example: { dry_run: true },
    answer: forgotten,
  }),
  vacuum: operation({
    ...plain,
    method: 'POST',
    path: '/v1/vacuum',
    tag: 'data',
    summary: 'Gives unused space of the database back.',
    answer: z.object({ bytes_before: z.int(), bytes_after: z.int() }),
  }),
};
