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

const answers = () => import('../screens/for-answers.ts');
const Action = loadLater(async () => (await answers()).Action);
const Approvals = loadLater(async () => (await answers()).Approvals);

const chats = () => import('../screens/for-chats.ts');
const Conversations = loadLater(async () => (await chats()).Conversations);
const Trail = loadLater(async () => (await chats()).Trail);

const machines = () => import('../screens/for-machines.ts');
const Resources = loadLater(async () => (await machines()).Resources);
const Settings = loadLater(async () => (await machines()).Settings);

const setup = () => import('../screens/for-setup.ts');
const Agents = loadLater(async () => (await setup()).Agents);
const Rules = loadLater(async () => (await setup()).Rules);
const Tools = loadLater(async () => (await setup()).Tools);

const deliveries = () => import('../screens/for-deliveries.ts');
const Artifacts = loadLater(async () => (await deliveries()).Artifacts);
const Browsers = loadLater(async () => (await deliveries()).Browsers);
const Jobs = loadLater(async () => (await deliveries()).Jobs);
const Numbers = loadLater(async () => (await deliveries()).Numbers);

const Runs = loadLater(async () => (await import('../screens/runs/runs.tsx')).Runs);
const Help = loadLater(async () => (await import('../screens/help/help.tsx')).Help);

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
