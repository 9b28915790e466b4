/** The parts of popup/index.html that change. */
export interface PopupElements {
  readonly link: HTMLElement;
  readonly notice: HTMLElement;
  readonly noticeTitle: HTMLElement;
  readonly noticeText: HTMLElement;
  readonly pairing: HTMLFormElement;
  readonly pairingCode: HTMLInputElement;
  readonly pairingUrl: HTMLInputElement;
  readonly pairingOutcome: HTMLElement;
  readonly pairingButton: HTMLButtonElement;
  readonly conversation: HTMLElement;
  readonly title: HTMLElement;
  readonly site: HTMLElement;
  readonly mode: HTMLFieldSetElement;
  readonly modes: readonly HTMLInputElement[];
  readonly modeText: HTMLElement;
  readonly approvals: HTMLElement;
  readonly approvalList: HTMLElement;
  readonly running: HTMLElement;
  readonly parked: HTMLElement;
  readonly renewal: HTMLElement;
  readonly renewalText: HTMLElement;
  readonly renewalStop: HTMLButtonElement;
  readonly failure: HTMLElement;
  readonly failureMeaning: HTMLElement;
  readonly failureRemedy: HTMLElement;
  readonly failureRetry: HTMLButtonElement;
  readonly noConversation: HTMLElement;
  readonly watch: HTMLElement;
  readonly watchText: HTMLElement;
  readonly watchSite: HTMLButtonElement;
  readonly watchTeach: HTMLButtonElement;
  readonly footer: HTMLElement;
  readonly conductorUrl: HTMLElement;
  readonly unpair: HTMLButtonElement;
}

/** Finds them all, or throws: markup and code belong together. */
export function popupElements(root: Document): PopupElements {
  return {
    link: find(root, '#link', HTMLElement),
    notice: find(root, '#notice', HTMLElement),
    noticeTitle: find(root, '#notice-title', HTMLElement),
    noticeText: find(root, '#notice-text', HTMLElement),
    pairing: find(root, '#pairing', HTMLFormElement),
    pairingCode: find(root, '#pairing-code', HTMLInputElement),
    pairingUrl: find(root, '#pairing-url', HTMLInputElement),
    pairingOutcome: find(root, '#pairing-outcome', HTMLElement),
    pairingButton: find(root, '#pairing button', HTMLButtonElement),
    conversation: find(root, '#conversation', HTMLElement),
    title: find(root, '#conversation-title', HTMLElement),
    site: find(root, '#conversation-site', HTMLElement),
    mode: find(root, '#mode', HTMLFieldSetElement),
    modes: [...root.querySelectorAll<HTMLInputElement>('#mode input')],
    modeText: find(root, '#mode-text', HTMLElement),
    approvals: find(root, '#approvals', HTMLElement),
    approvalList: find(root, '#approval-list', HTMLElement),
    running: find(root, '#running', HTMLElement),
    parked: find(root, '#parked', HTMLElement),
    renewal: find(root, '#renewal', HTMLElement),
    renewalText: find(root, '#renewal-text', HTMLElement),
    renewalStop: find(root, '#renewal-stop', HTMLButtonElement),
    failure: find(root, '#failure', HTMLElement),
    failureMeaning: find(root, '#failure-meaning', HTMLElement),
    failureRemedy: find(root, '#failure-remedy', HTMLElement),
    failureRetry: find(root, '#failure-retry', HTMLButtonElement),
    noConversation: find(root, '#no-conversation', HTMLElement),
    watch: find(root, '#watch', HTMLElement),
    watchText: find(root, '#watch-text', HTMLElement),
    watchSite: find(root, '#watch-site', HTMLButtonElement),
    watchTeach: find(root, '#watch-teach', HTMLButtonElement),
    footer: find(root, '#footer', HTMLElement),
    conductorUrl: find(root, '#conductor-url', HTMLElement),
    unpair: find(root, '#unpair', HTMLButtonElement),
  };
}

function find<T extends Element>(root: Document, selector: string, kind: new () => T): T {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The popup has no ${selector}.`);
  return element;
}
