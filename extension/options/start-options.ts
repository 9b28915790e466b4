import browser, { type Manifest } from 'webextension-polyfill';

import { wirePairing, wireUnpairing } from '../ui/wire-pairing.ts';
import { watchBackground } from '../ui/watch-background.ts';
import {
  isOptionsState,
  OPTIONS_PORT,
  type OptionsAnswers,
  type OptionsMessage,
} from '../messages/options-messages.ts';
import {
  hasLoopbackPermission,
  isLoopbackPermission,
  keepLoopbackPermission,
  LOOPBACK_PAGES,
} from '../messages/loopback-permission.ts';
import { localise } from '../i18n/localise.ts';
import { word } from '../i18n/words.ts';
import { optionsElements } from './options-elements.ts';
import { askedAtInstall, permissionRows } from './permission-rows.ts';
import { preferenceWish } from './render-preferences.ts';
import { renderOptions } from './render-options.ts';
import { type PermissionWish, permissionWish, renderPermissions } from './render-permissions.ts';
import { modeWish, siteWish } from './render-sites.ts';

/** Wires the options page: states in by the port, a person's wishes out as messages. */
export function startOptions(): void {
  localise(document);
  document.title = word('options_title');
  const elements = optionsElements(document);
  const { pairingDone, report, reportShow, reportOutcome } = elements;

  watchBackground(OPTIONS_PORT, isOptionsState, (state) => renderOptions(elements, state));

  ask({ kind: 'options.refresh' }).catch(reportError);

  elements.sites.addEventListener('change', ({ target }) => {
    const wish = siteWish(target);
    if (wish !== null) ask({ kind: 'options.set_site', ...wish }).catch(reportError);
    const mode = modeWish(target);
    if (mode !== null) ask({ kind: 'options.set_default_mode', ...mode }).catch(reportError);
  });

  elements.preferences.addEventListener('change', ({ target }) => {
    const wish = preferenceWish(target);
    if (wish === null || !(target instanceof HTMLInputElement)) return;
    elements.preferenceOutcome.textContent = '';
    // In the same turn as the click: browsers ask a person only then.
    const allowed =
      wish.on && wish.name !== 'chip'
        ? browser.permissions.request({ permissions: ['notifications'] })
        : Promise.resolve(true);
    allowed
      .then(async (isAllowed) => {
        if (isAllowed) return ask(wish);
        target.checked = false;
        elements.preferenceOutcome.textContent = word('notify_not_allowed');
        return null;
      })
      .catch(reportError);
  });

  elements.pairing.addEventListener('submit', () => (pairingDone.textContent = ''));
  wirePairing(elements, () => (pairingDone.textContent = word('pairing_done')));
  wireUnpairing(elements.unpair);

  reportShow.addEventListener('click', () => {
    if (!report.hidden) return showReport(false);
    readReport().then(() => showReport(true), reportError);
  });
  elements.reportCopy.addEventListener('click', () => {
    readReport()
      .then(async (text) => {
        await navigator.clipboard.writeText(text);
        reportOutcome.textContent = word('report_copied');
      })
      .catch(() => {
        showReport(true);
        reportOutcome.textContent = word('report_not_copied');
      });
  });

  function showReport(isShown: boolean): void {
    report.hidden = !isShown;
    reportShow.setAttribute('aria-expanded', String(isShown));
  }

  async function readReport(): Promise<string> {
    const { text } = await ask({ kind: 'options.report' });
    report.textContent = text;
    return text;
  }

  const showPermissions = (): void => void listPermissions(elements.permissionList);
  browser.permissions.onAdded.addListener(showPermissions);
  browser.permissions.onRemoved.addListener(showPermissions);
  browser.storage.local.onChanged.addListener((changes) => {
    if (isLoopbackPermission(changes)) showPermissions();
  });
  showPermissions();
  elements.permissionList.addEventListener('click', ({ target }) => {
    const wish = permissionWish(target);
    if (wish === null) return;
    change(wish)
      .then((isDone) => {
        const isTaken = isDone && wish.wish === 'take_back';
        elements.permissionOutcome.textContent = isTaken ? word('permission_done', wish.what) : '';
      })
      .catch(reportError);
  });
}

async function listPermissions(list: HTMLElement): Promise<void> {
  const asked = askedAtInstall(browser.runtime.getManifest());
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  const held = new Set<string>();
  for (const origin of asked.origins) {
    if (await browser.permissions.contains({ origins: [origin] })) held.add(origin);
  }
  const rows = permissionRows(asked, { permissions, origins }, (origin) => held.has(origin));
  const mayWatch = await hasLoopbackPermission(browser.storage.local);
  const own = { what: LOOPBACK_PAGES, kind: 'origin', status: 'granted' } as const;
  renderPermissions(list, mayWatch ? [...rows, own] : rows);
}

/** In the same turn as the click: browsers ask a person only then. */
function change({ what, kind, wish }: PermissionWish): Promise<boolean> {
  if (what === LOOPBACK_PAGES && wish === 'take_back') {
    return keepLoopbackPermission(browser.storage.local, false).then(() => true);
  }
  const which =
    kind === 'origin'
      ? { origins: [what] }
      : { permissions: [what as Manifest.OptionalPermission] };
  return wish === 'allow' ? browser.permissions.request(which) : browser.permissions.remove(which);
}

function ask<K extends OptionsMessage['kind']>(
  message: Extract<OptionsMessage, { kind: K }>,
): Promise<OptionsAnswers[K]> {
  return browser.runtime.sendMessage(message);
}
