import { findElement } from '../look/find-element.ts';
import type { PairingElements } from '../look/pairing.ts';

/** The parts of options/index.html that change. */
export interface OptionsElements extends PairingElements {
  readonly link: HTMLElement;
  readonly notice: HTMLElement;
  readonly noticeTitle: HTMLElement;
  readonly noticeText: HTMLElement;
  readonly siteList: HTMLElement;
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
