import { findElement } from '../ui/find-element.ts';
import type { PairingElements } from '../ui/wire-pairing.ts';

/** The parts of options/index.html that change. */
export interface OptionsElements extends PairingElements {
  readonly link: HTMLElement;
  readonly notice: HTMLElement;
  readonly noticeTitle: HTMLElement;
  readonly noticeText: HTMLElement;
  readonly siteList: HTMLElement;
  readonly noSites: HTMLElement;
  readonly otherSites: HTMLElement;
  readonly otherSitesTitle: HTMLElement;
  readonly otherSiteList: HTMLElement;
  readonly sites: HTMLElement;
  readonly preferences: HTMLElement;
  readonly preferenceOutcome: HTMLElement;
  readonly setUpUnknown: HTMLElement;
  readonly setUpKnown: HTMLElement;
  readonly serverList: HTMLElement;
  readonly noServers: HTMLElement;
  readonly ruleList: HTMLElement;
  readonly noRules: HTMLElement;
  readonly permissionList: HTMLElement;
  readonly permissionOutcome: HTMLElement;
  readonly pairingState: HTMLElement;
  readonly conductorUrl: HTMLElement;
  readonly paired: HTMLElement;
  readonly unpair: HTMLButtonElement;
  readonly pairingDone: HTMLElement;
  readonly counts: HTMLElement;
  readonly reportCopy: HTMLButtonElement;
  readonly reportShow: HTMLButtonElement;
  readonly reportOutcome: HTMLElement;
  readonly report: HTMLElement;
}

export function optionsElements(root: Document): OptionsElements {
  const part = (selector: string): HTMLElement => findElement(root, selector, HTMLElement);
  const button = (selector: string): HTMLButtonElement =>
    findElement(root, selector, HTMLButtonElement);
  return {
    link: part('#link'),
    notice: part('#notice'),
    noticeTitle: part('#notice-title'),
    noticeText: part('#notice-text'),
    siteList: part('#site-list'),
    noSites: part('#no-sites'),
    otherSites: part('#other-sites'),
    otherSitesTitle: part('#other-sites-title'),
    otherSiteList: part('#other-site-list'),
    sites: part('#sites'),
    preferences: part('#preferences'),
    preferenceOutcome: part('#preference-outcome'),
    setUpUnknown: part('#set-up-unknown'),
    setUpKnown: part('#set-up-known'),
    serverList: part('#server-list'),
    noServers: part('#no-servers'),
    ruleList: part('#rule-list'),
    noRules: part('#no-rules'),
    permissionList: part('#permission-list'),
    permissionOutcome: part('#permission-outcome'),
    pairing: findElement(root, '#pairing', HTMLFormElement),
    pairingCode: findElement(root, '#pairing-code', HTMLInputElement),
    pairingUrl: findElement(root, '#pairing-url', HTMLInputElement),
    pairingOutcome: part('#pairing-outcome'),
    pairingButton: button('#pairing button'),
    pairingState: part('#pairing-state'),
    conductorUrl: part('#conductor-url'),
    paired: part('#paired'),
    unpair: button('#unpair'),
    pairingDone: part('#pairing-done'),
    counts: part('#counts'),
    reportCopy: button('#report-copy'),
    reportShow: button('#report-show'),
    reportOutcome: part('#report-outcome'),
    report: part('#report'),
  };
}
