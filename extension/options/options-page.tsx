import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import { word, type WordKey } from '../i18n/words.ts';
import type { OptionsState } from '../messages/options-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { LinkNotice, LinkStatus } from '../ui/link-status.tsx';
import type { BrowserPermissions } from './browser-permissions.ts';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { PairingSection } from './pairing-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { SetUpSection } from './set-up-section.tsx';
import { SitesSection } from './sites-section.tsx';

/** Where each section stands, and what it is called. */
const PLACES = [
  ['pairing-section', 'options_pairing'],
  ['sites', 'options_sites'],
  ['preferences', 'options_preferences'],
  ['set-up', 'options_set_up'],
  ['permissions', 'options_permissions'],
  ['diagnostics', 'options_diagnostics'],
] as const satisfies readonly (readonly [string, WordKey])[];

interface OptionsPageProps {
  /** Null until the background has told of it. */
  readonly state: ReadonlySignal<OptionsState | null>;
  readonly permissions: BrowserPermissions;
}

/** All of the options page. */
export function OptionsPage({ state: { value: state }, permissions }: OptionsPageProps): VNode {
  const ask = useAsk();
  useLayoutEffect(() => void ask({ kind: 'options.refresh' }).catch(reportError), []);
  const link = state?.link ?? null;
  return (
    <>
      <header>
        <img src="/icon/48.png" alt="" width={32} height={32} />
        <h1>{word('options_title')}</h1>
        <LinkStatus link={link} />
      </header>
      <nav aria-label={word('options_sections')}>
        {PLACES.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {word(name)}
          </a>
        ))}
      </nav>
      <main>
        <LinkNotice link={link} told />
        <PairingSection link={link} />
        <SitesSection sites={state?.sites ?? null} />
        <PreferencesSection preferences={state?.preferences ?? null} permissions={permissions} />
        <SetUpSection setUp={state?.setUp} />
        <PermissionsSection permissions={permissions} />
        <DiagnosticsSection counts={state?.counts ?? null} />
      </main>
    </>
  );
}
