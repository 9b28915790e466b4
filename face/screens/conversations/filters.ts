import type { Kinds } from '../../store/rows.ts';

export type ModeFilter = Kinds['conversation']['mode'] | 'draining';

export const MODE_FILTERS: readonly ModeFilter[] = ['auto', 'manual', 'paused', 'draining'];

/** Filters of the conversation list; kept in the address, so that a link or a reload shows the same. */
export interface Filters {
  readonly mode?: ModeFilter;
  readonly platform?: string;
  readonly label?: string;
  readonly title?: string;
  /** Asked here and not of the conductor, which lists all. */
  readonly connected: boolean;
}

export function filtersOf(query: Readonly<Record<string, string>>): Filters {
  const mode = MODE_FILTERS.find((one) => one === query['mode']);
  return {
    ...(mode !== undefined && { mode }),
    ...given('platform', query['platform'], 280),
    ...given('label', query['label'], 64),
    ...given('title', query['title'], 200),
    connected: query['connected'] === 'yes',
  };
}

function given(
  name: string,
  value: string | undefined,
  longest: number,
): Readonly<Record<string, string>> {
  const text = value?.slice(0, longest) ?? '';
  return text === '' ? {} : { [name]: text };
}

/** The address that shows this. */
export function addressWith({ connected, ...asked }: Filters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({
    ...asked,
    ...(connected && { connected: 'yes' }),
  })) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  return search.size === 0 ? '/conversations' : `/conversations?${search.toString()}`;
}
