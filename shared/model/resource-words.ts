/** What a running thing can be: the first part of its id. */
export const RESOURCE_TYPES = ['browser', 'terminal', 'service'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** How an executor reaches one: a tab through the extension, a page over CDP or BiDi, a terminal, a process. */
export const RESOURCE_ADAPTERS = ['tab', 'cdp', 'bidi', 'pty', 'process'] as const;

/** What a person allows on a site, the smaller first: `act` includes `read`. */
export const GRANT_LEVELS = ['read', 'act'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];
