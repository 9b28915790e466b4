import { entryForPlatform } from '../../../../../shared/model/entry-for-platform.ts';

/** Longest message of a platform in UTF-16 units, by platform as the paces are. */
export type MessageLimits = Readonly<Record<string, number>>;

/** UTF-16 code units that a message of the platform may have; Infinity if no limit is set. */
export function messageLimit(limits: MessageLimits, platform: string): number {
  return entryForPlatform(limits, platform) ?? Infinity;
}
