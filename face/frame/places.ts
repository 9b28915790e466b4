import type { AnyComponent } from 'preact';

import type { IconName } from '../parts/icon.tsx';
import { loadLater } from '../parts/load-later.ts';
import { Now } from '../screens/now/now.tsx';
import type { WordKey } from '../words/word.ts';

export interface Page {
  readonly path: string;
  readonly says: WordKey;
  /** Stands beside its name, where there is a way to it on every screen. */
  readonly icon?: IconName;
  readonly screen: AnyComponent;
  /** Paths below that are the same screen with something chosen, as `/:id`. */
  readonly below?: string;
}

/** A place of the rail, and the screens below it. `key` goes there after `g`. */
export interface Place extends Page {
  readonly key: string;
  /** Stands in the bottom bar of a narrow page. */
  readonly first?: boolean;
}

const Approvals = loadLater(() =>
  import('../screens/approvals/approvals.tsx').then((one) => one.Approvals),
);
const Rules = loadLater(() => import('../screens/rules/rules.tsx').then((one) => one.Rules));
const Settings = loadLater(() =>
  import('../screens/settings/settings.tsx').then((one) => one.Settings),
);
const Action = loadLater(() => import('../screens/actions/action.tsx').then((one) => one.Action));
const Help = loadLater(() => import('../screens/help/help.tsx').then((one) => one.Help));
const Conversations = loadLater(() =>
  import('../screens/conversations/conversations.tsx').then((one) => one.Conversations),
);
const Jobs = loadLater(() => import('../screens/jobs/jobs.tsx').then((one) => one.Jobs));
const Trail = loadLater(() => import('../screens/trail/trail.tsx').then((one) => one.Trail));

const Artifacts = loadLater(() =>
  import('../screens/artifacts/artifacts.tsx').then((one) => one.Artifacts),
);
const Tools = loadLater(() => import('../screens/tools/tools.tsx').then((one) => one.Tools));
const Numbers = loadLater(() =>
  import('../screens/numbers/numbers.tsx').then((one) => one.Numbers),
);
const Browsers = loadLater(() =>
  import('../screens/browsers/browsers.tsx').then((one) => one.Browsers),
);

const Agents = loadLater(() => import('../screens/agents/agents.tsx').then((one) => one.Agents));

const Runs = loadLater(() => import('../screens/runs/runs.tsx').then((one) => one.Runs));

const Resources = loadLater(() =>
  import('../screens/resources/resources.tsx').then((one) => one.Resources),
);

/** The rail, in its order. */
export const PLACES: readonly Place[] = [
  { path: '/', says: 'place_now', key: 'n', icon: 'now', screen: Now, first: true },
  {
    path: '/approvals',
    says: 'place_approvals',
    key: 'a',
    icon: 'approvals',
    screen: Approvals,
    first: true,
    below: '/:id',
  },
  {
    path: '/conversations',
    says: 'place_conversations',
    key: 'c',
    icon: 'conversations',
    screen: Conversations,
    first: true,
    below: '/:id',
  },
  {
    path: '/jobs',
    says: 'place_jobs',
    key: 'j',
    icon: 'jobs',
    screen: Jobs,
    below: '/:id',
  },
  {
    path: '/runs',
    says: 'place_runs',
    key: 'r',
    icon: 'runs',
    screen: Runs,
    first: true,
    below: '/:id',
  },
  {
    path: '/agents',
    says: 'place_agents',
    key: 'e',
    icon: 'agents',
    screen: Agents,
    below: '/:id',
  },
  { path: '/trail', says: 'place_trail', key: 't', icon: 'trail', screen: Trail },
  {
    path: '/artifacts',
    says: 'place_artifacts',
    key: 'f',
    icon: 'artifacts',
    screen: Artifacts,
    below: '/:id',
  },
  {
    path: '/tools',
    says: 'place_tools',
    key: 'o',
    icon: 'tools',
    screen: Tools,
    below: '/:server',
  },
  { path: '/rules', says: 'place_rules', key: 'p', icon: 'rules', screen: Rules, below: '/:id' },
  { path: '/browsers', says: 'place_browsers', key: 'b', icon: 'browsers', screen: Browsers },
  {
    path: '/resources',
    says: 'place_resources',
    key: 'w',
    icon: 'resources',
    screen: Resources,
    below: '/:id',
  },
  { path: '/numbers', says: 'place_numbers', key: 'm', icon: 'numbers', screen: Numbers },
  {
    path: '/settings',
    says: 'place_settings',
    key: 's',
    icon: 'settings',
    screen: Settings,
    below: '/:group',
  },
];

/** Keys, words and where to read on; `?` and the palette lead to it. */
export const HELP: Page = { path: '/help', says: 'place_help', icon: 'help', screen: Help };

/** Every screen: those of the rail, and those that others lead to. */
export const PAGES: readonly Page[] = [
  ...PLACES,
  { path: '/actions', says: 'place_action', screen: Action, below: '/:id' },
  HELP,
];

/** The page that a path lies in. */
export function placeOf(path: string): Page | undefined {
  const [head = ''] = path.slice(1).split('/');
  return PAGES.find((place) => place.path === `/${head}`);
}
