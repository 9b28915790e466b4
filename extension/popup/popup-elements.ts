import { findElement } from '../ui/find-element.ts';

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
  readonly approvalsTitle: HTMLElement;
  readonly approvalList: HTMLElement;
  readonly failures: HTMLElement;
  readonly failuresTitle: HTMLElement;
  readonly failureList: HTMLElement;
  readonly held: HTMLElement;
  readonly heldText: HTMLElement;
  readonly heldList: HTMLElement;
  readonly heldRun: HTMLButtonElement;
  readonly running: HTMLElement;
  readonly parked: HTMLElement;
  readonly renewal: HTMLElement;
  readonly renewalText: HTMLElement;
  readonly renewalStop: HTMLButtonElement;
  readonly problem: HTMLElement;
  readonly problemMeaning: HTMLElement;
  readonly problemRemedy: HTMLElement;
  readonly noConversation: HTMLElement;
  readonly watch: HTMLElement;
  readonly watchText: HTMLElement;
  readonly watchSite: HTMLButtonElement;
  readonly watchTeach: HTMLButtonElement;
  readonly brief: HTMLElement;
  readonly briefPut: HTMLButtonElement;
  readonly briefOutcome: HTMLElement;
  readonly face: HTMLButtonElement;
  readonly faceOutcome: HTMLElement;
  readonly options: HTMLButtonElement;
}

/** Finds them all, or throws: markup and code belong together. */
export function popupElements(root: Document): PopupElements {
  return {
    link: findElement(root, '#link', HTMLElement),
    notice: findElement(root, '#notice', HTMLElement),
    noticeTitle: findElement(root, '#notice-title', HTMLElement),
    noticeText: findElement(root, '#notice-text', HTMLElement),
    pairing: findElement(root, '#pairing', HTMLFormElement),
    pairingCode: findElement(root, '#pairing-code', HTMLInputElement),
    pairingUrl: findElement(root, '#pairing-url', HTMLInputElement),
    pairingOutcome: findElement(root, '#pairing-outcome', HTMLElement),
    pairingButton: findElement(root, '#pairing button', HTMLButtonElement),
    conversation: findElement(root, '#conversation', HTMLElement),
    title: findElement(root, '#conversation-title', HTMLElement),
    site: findElement(root, '#conversation-site', HTMLElement),
    mode: findElement(root, '#mode', HTMLFieldSetElement),
    modes: [...root.querySelectorAll<HTMLInputElement>('#mode input')],
    modeText: findElement(root, '#mode-text', HTMLElement),
    approvals: findElement(root, '#approvals', HTMLElement),
    approvalsTitle: findElement(root, '#approvals-title', HTMLElement),
    failures: findElement(root, '#failures', HTMLElement),
    failuresTitle: findElement(root, '#failures-title', HTMLElement),
    failureList: findElement(root, '#failure-list', HTMLElement),
    approvalList: findElement(root, '#approval-list', HTMLElement),
    held: findElement(root, '#held', HTMLElement),
    heldText: findElement(root, '#held-text', HTMLElement),
    heldList: findElement(root, '#held-list', HTMLElement),
    heldRun: findElement(root, '#held-run', HTMLButtonElement),
    running: findElement(root, '#running', HTMLElement),
    parked: findElement(root, '#parked', HTMLElement),
    renewal: findElement(root, '#renewal', HTMLElement),
    renewalText: findElement(root, '#renewal-text', HTMLElement),
    renewalStop: findElement(root, '#renewal-stop', HTMLButtonElement),
    problem: findElement(root, '#problem', HTMLElement),
    problemMeaning: findElement(root, '#problem-meaning', HTMLElement),
    problemRemedy: findElement(root, '#problem-remedy', HTMLElement),
    noConversation: findElement(root, '#no-conversation', HTMLElement),
    watch: findElement(root, '#watch', HTMLElement),
    watchText: findElement(root, '#watch-text', HTMLElement),
    watchSite: findElement(root, '#watch-site', HTMLButtonElement),
    watchTeach: findElement(root, '#watch-teach', HTMLButtonElement),
    brief: findElement(root, '#brief', HTMLElement),
    briefPut: findElement(root, '#brief-put', HTMLButtonElement),
    briefOutcome: findElement(root, '#brief-outcome', HTMLElement),
    face: findElement(root, '#face', HTMLButtonElement),
    faceOutcome: findElement(root, '#face-outcome', HTMLElement),
    options: findElement(root, '#options', HTMLButtonElement),
  };
}
