/** Types of a resource: the first part of its id. */
export const RESOURCE_TYPES = ['browser', 'terminal', 'service'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** How an executor reaches one: a tab through the extension, a page over CDP or BiDi, a terminal, a process. */
export const RESOURCE_ADAPTERS = ['tab', 'cdp', 'bidi', 'pty', 'process'] as const;

/** Levels of access that a person allows on a site, the smaller first: `act` includes `read`. */
export const GRANT_LEVELS = ['read', 'act'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];

/** Where tabs that a browser opens for chats stand: in a window of Baton's own, or behind the person's others. */
export const WORK_WINDOWS = ['own', 'beside'] as const;

/** Names of a worker's browser: none that has another meaning in `in`. */
export const BROWSER_NAME: RegExp = /^(?!(?:tab|cdp|bidi)$)[\w.-]{1,60}$/;
