import { RESOURCE_TYPES, type ResourceType } from './resource-words.ts';

/** Parts of a resource's id. */
export interface ResourceName {
  readonly type: ResourceType;
  readonly chatSessionId: string;
  /** Counts from 0 in its session, and is never used again there. */
  readonly index: number;
}

/** `{type}_{chatSessionId}_{index}` */
export function resourceIdOf({ type, chatSessionId, index }: ResourceName): string {
  return `${type}_${chatSessionId}_${index}`;
}

/** Reads an id: up to the first `_` the type, from the last `_` on the index; a session's id may hold `_` itself. */
export function readResourceId(id: string): ResourceName | null {
  const [, type = '', chatSessionId = '', index = ''] =
    /^([a-z]+)_(.+)_(0|[1-9]\d{0,8})$/s.exec(id) ?? [];
  const known = RESOURCE_TYPES.find((one) => one === type);
  return known === undefined ? null : { type: known, chatSessionId, index: Number(index) };
}
