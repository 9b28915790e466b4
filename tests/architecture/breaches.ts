import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

/** Those of the conductor; the first of them in their order, `browsers`, first. */
const FEATURES = readdirSync(join(ROOT, 'conductor/src/features')).toSorted(
  (a, b) => Number(b === 'browsers') - Number(a === 'browsers'),
);

/** Imports that must never be, whatever the table of rooms says: the file, and what it would import. */
export const BREACHES: readonly (readonly [file: string, imported: string])[] = [
  ['launcher/one.ts', './two.ts'],
  ['launcher/lost.ts', './nowhere.ts'],
  ['shared/lib/reads.ts', 'node:fs'],
  ['shared/link/sends.ts', 'ws'],
  ['shared/link/waits.ts', 'node:timers'],
  ['conductor/src/peeks.ts', '../../shared/protocol/frames.ts'],
  ['conductor/src/crosses.ts', '../../extension/messages/leaf.ts'],
  ['extension/background/crosses.ts', '../../conductor/src/target.ts'],
  ['playground/knows.ts', '../shared/lib/leaf.ts'],
  ['face/peeks.ts', '../shared/protocol/frames.ts'],
  ['face/grows.tsx', '../shared/api/leaf.ts'],
  ['face/grows-more.tsx', 'zod'],
  ['face/borrows.ts', '../extension/ui/leaf.ts'],
  ['launcher/draws.ts', '../face/leaf.tsx'],
  ['extension/popup/draws.ts', '../../face/leaf.tsx'],
  ['worker/enters.ts', '../conductor/src/stores/sqlite/rows.ts'],
  ['extension/page-work/calls.ts', '../background/leaf.ts'],
  ['worker/crosses.ts', '../extension/messages/leaf.ts'],
  ['look/grows.ts', '../shared/api/leaf.ts'],
  ['look/speaks.ts', '../face/leaf.tsx'],
  ['launcher/breaks.ts', '../chaos/leaf.ts'],
  ['launcher/measures.ts', '../bench/leaf.ts'],
  ['bench/breaks.ts', '../chaos/leaf.ts'],
  ['chaos/measures.ts', '../bench/leaf.ts'],
  ['chaos/check/plays.ts', '../world/leaf.ts'],
  ['chaos/site/site-log.ts', '../world/leaf.ts'],
  ['tests/kit/breaks.ts', '../../chaos/leaf.ts'],
  ['tests/kit/measures.ts', '../../bench/leaf.ts'],
  ['tests/kit/tests.ts', '../shared/leaf.ts'],
  ['chaos/tests.ts', '../tests/shared/leaf.ts'],
  ['conductor/src/engine/knows.ts', '../features/settings/feature.ts'],
  ['conductor/src/baa/reads.ts', 'node:fs'],
  ...FEATURES.map(
    (feature, place) =>
      [
        `conductor/src/features/${feature}/crosses.ts`,
        // The first enters another at all, the others go round a door.
        place === 0 ? '../settings/feature.ts' : '../browsers/inside.ts',
      ] as const,
  ),
  ['conductor/src/features/settings/steps/reads.ts', 'node:fs'],
  ['conductor/src/features/settings/asks.ts', 'better-sqlite3'],
  ['conductor/src/features/settings/opens.ts', '../../stores/sqlite/rows.ts'],
  ['conductor/src/stores/sqlite/calls.ts', '../../features/settings/feature.ts'],
  ['conductor/src/edges/http/stores.ts', '../../stores/sqlite/rows.ts'],
  ['conductor/src/edges/http/streams.ts', '../bridge/socket.ts'],
  ['conductor/src/edges/http/starts.ts', '../../conductor.ts'],
  ['conductor/src/edges/mcp/enters.ts', '../../features/settings/feature.ts'],
  ['conductor/src/tool-servers/looks.ts', '../features/browsers/inside.ts'],
  ['conductor/src/models/looks.ts', '../features/agents/inside.ts'],
  ['conductor/src/cli/peeks.ts', '../stores/sqlite/rows.ts'],
  ['extension/platforms/acts.ts', '../content/page.ts'],
  ['extension/platforms/kit/chooses.ts', '../somesite/adapter.ts'],
  ['extension/messages/grows.ts', '../content/page.ts'],
  ['extension/i18n/grows.ts', '../content/page.ts'],
  ['extension/content/leaves.ts', '../background/work.ts'],
  ['extension/content/grows.ts', '../../shared/lib/leaf.ts'],
  ['extension/content-resource/leaves.ts', '../content/page.ts'],
  ['extension/content-resource/grows.ts', '../../shared/lib/leaf.ts'],
  ['extension/page/leaves.ts', '../content/page.ts'],
  ['extension/page/packs.ts', 'zod'],
  ['extension/background/leaves.ts', '../content/page.ts'],
  ['extension/popup/links.ts', '../background/work.ts'],
];

/** Innocent files for the breaches to import; each room that others may not enter has one. */
export const TARGETS: readonly string[] = [
  'bench/leaf.ts',
  'chaos/leaf.ts',
  'chaos/world/leaf.ts',
  'face/leaf.tsx',
  'look/leaf.ts',
  'shared/api/leaf.ts',
  'shared/protocol/frames.ts',
  'shared/lib/leaf.ts',
  'conductor/src/target.ts',
  'conductor/src/engine/leaf.ts',
  'conductor/src/conductor.ts',
  'conductor/src/features/browsers/inside.ts',
  'conductor/src/features/settings/feature.ts',
  'conductor/src/stores/sqlite/rows.ts',
  'conductor/src/edges/bridge/socket.ts',
  'extension/messages/leaf.ts',
  'extension/platforms/somesite/adapter.ts',
  'extension/content/page.ts',
  'extension/page/tap.ts',
  'extension/background/work.ts',
  'extension/ui/leaf.ts',
  'tests/shared/leaf.ts',
];

/** A file of a room that is not simply a folder. */
export const FILE_IN: Readonly<Record<string, string>> = {
  shared: 'shared/model/planted.ts',
  documents: 'shared/planted.ts',
  'sqlite of a feature': 'conductor/src/features/<f>/planted.sqlite.ts',
  steps: 'conductor/src/features/settings/steps/planted.ts',
  stores: 'conductor/src/stores/sqlite/planted.ts',
  edges: 'conductor/src/edges/planted.ts',
  features: 'conductor/src/features.ts',
  conductor: 'conductor/src/planted.ts',
  pages: 'extension/popup/planted.ts',
  'judges of chaos': 'chaos/check/planted.ts',
};
