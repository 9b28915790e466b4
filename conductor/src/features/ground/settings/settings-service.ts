import { faultOf } from '../../../../../shared/api/fault-of.ts';
import type { ApiError, Caller, Input } from '../../../../../shared/api/operation.ts';
import type { Operations } from '../../../../../shared/api/operations.ts';
import { settings as shape } from '../../../../../shared/api/settings.ts';
import {
  isGroup,
  keysAlong,
  leaves,
  merged,
  without,
} from '../../../../../shared/lib/dotted-path.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { unknown } from '../../../engine/not-found.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { Sender } from '../../../engine/frames.ts';
import { skipFrame } from '../browsers/feature.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsNow } from './settings.ts';
import { changeSetting, changeSettingFromBrowser } from './steps/change-setting.ts';

type Patch = Input<Operations['updateSettings']>['body'];

/** The settings that a person changed, group by group; all others have their default. */
type Own = Readonly<Record<string, unknown>>;

/** Reads and changes settings; a change is in force as soon as its promise resolves. */
export interface SettingsService extends SettingsNow {
  /** Dotted names of the settings that are not at their default. */
  changed(): string[];
  /** Changes the settings that the patch names, at every depth. */
  update(patch: Patch, caller: Caller): Promise<Result<null, ApiError>>;
  /** Resets a setting, or a group of settings, to the default. */
  reset(name: string, caller: Caller): Promise<Result<null, ApiError>>;
  /** Sets the default mode of a platform, as a person chose it in a browser. */
  setDefaultMode(from: Sender, platform: string, mode: 'auto' | 'manual'): Promise<void>;
  /** Calls the listener after every change, whoever made it, once `current()` returns the new settings. */
  whenChanged(listener: () => void): void;
}

/** @param stored The stored rows. A row that does not fit, because another version wrote it, is ignored and logged. */
export function createSettings(
  store: Store,
  stored: readonly { readonly name: string; readonly value: unknown }[],
  now: Clock,
  log: Log,
): SettingsService {
  let own: Own = {};
  let current: Settings = DEFAULT_SETTINGS;
  for (const { name, value } of stored) {
    const requested = { ...own, [name]: value };
    const tried = inForce(requested);
    if (!tried.ok) {
      log.warn({ setting: name }, 'a stored setting does not fit and is left at its default');
      continue;
    }
    own = requested;
    current = tried.value;
  }

  /** Changes run one at a time: each would undo another one that runs beside it. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // Told to who asked.
    return turn;
  }

  const listeners: (() => void)[] = [];
  function putInForce(next: Own, settings: Settings): void {
    own = next;
    current = settings;
    for (const listener of listeners) listener();
  }

  async function change(requested: Own, caller: Caller): Promise<Result<null, ApiError>> {
    const next = inForce(requested);
    if (!next.ok) return next;
    // Where null may stand for a whole group it is the default.
    const kept: Own = Object.fromEntries(
      Object.entries(requested).filter(([, value]) => value !== null),
    );
    const names = Object.keys({ ...own, ...kept }).filter((name) => own[name] !== kept[name]);
    const by = { actor: 'person', via: caller.via, now: now() } as const;
    await Promise.all(
      names.map((name) => store.run(changeSetting, { name, value: kept[name], ...by })),
    );
    if (names.length > 0) putInForce(kept, next.value);
    return ok(null);
  }

  return {
    current: () => current,
    changed: () =>
      leaves(own)
        .map(([name]) => name)
        .toSorted(),
    update: (patch, caller) => inTurn(() => change(merged(own, patch) as Own, caller)),
    reset: (name, caller) =>
      inTurn(async () => {
        const keys = keysAlong(current, name);
        if (keys === null) return err(unknown('setting', name, 'params.id'));
        return change((without(own, keys) ?? {}) as Own, caller);
      }),
    setDefaultMode: (from, platform, mode) =>
      inTurn(async () => {
        const requested = merged(own, { default_modes: { [platform]: mode } }) as Own;
        const value = requested['default_modes'];
        const request = {
          name: 'default_modes',
          value,
          actor: 'person',
          via: 'settings page',
        } as const;
        const next = inForce(requested);
        if (!next.ok) return void (await store.run(skipFrame, { from }));
        const changed = await store.run(changeSettingFromBrowser, { from, ...request, now: now() });
        // One that is sent again was heard before: it may have been changed since.
        if (changed === null) return;
        putInForce(requested, next.value);
      }),
    whenChanged: (listener) => void listeners.push(listener),
  };
}

/**
 * The settings in force: defaults with the changes of a person. A site without a pace of its own has that of `default`.
 */
function inForce(own: Own): Result<Settings, ApiError> {
  const all = merged(DEFAULT_SETTINGS, own) as Settings;
  const pacing = Object.fromEntries(
    Object.entries(all.pacing).map(([site, pace]) => [
      site,
      isGroup(pace) ? { ...all.pacing['default'], ...pace } : pace,
    ]),
  );
  const tried = shape.safeParse({ ...all, pacing });
  return tried.success ? ok(tried.data) : err(faultOf('body', tried.error));
}
