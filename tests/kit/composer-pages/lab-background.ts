import type { PageMessage } from '../../../extension/messages/page-messages.ts';
import type { LabOrder } from './lab-content.ts';

/** Answers as Baton's background does, writes down what it is told, and obeys the test. */
type Respond = (answer: unknown) => void;
interface Sender {
  readonly tab?: { readonly id?: number };
}
interface Api {
  readonly runtime: {
    readonly onMessage: {
      addListener(listener: (message: Message, sender: Sender, respond: Respond) => boolean): void;
    };
  };
  readonly tabs: {
    sendMessage(tab: number, command: unknown, to: { frameId: 0 }): Promise<unknown>;
  };
}
type Message = PageMessage | { readonly lab: LabOrder };

const scope = globalThis as unknown as { browser?: Api; chrome: Api };
const api = scope.browser ?? scope.chrome;
const logs = new Map<number, PageMessage[]>();
let go = true;
let deafFor = 0;

api.runtime.onMessage.addListener((message, sender, respond) => {
  const tab = sender.tab?.id ?? -1;
  const log = logs.get(tab) ?? [];
  logs.set(tab, log);
  if ('lab' in message) void obey(message.lab, tab, log).then(respond);
  else if (deafFor > 0) {
    deafFor -= 1;
    return false;
  } else {
    log.push(message);
    respond(answerTo(message));
  }
  return true;
});

function answerTo(message: PageMessage): unknown {
  if (message.kind === 'page.state') return { stored: true, hmac_key: '00'.repeat(32) };
  if (message.kind !== 'attempt.progress') return { stored: true };
  return { stored: true, go: go && message.progress.step === 'leaving' };
}

async function obey(order: LabOrder, tab: number, log: readonly PageMessage[]): Promise<unknown> {
  switch (order.order) {
    case 'log':
      return log;
    case 'go':
      go = order.go;
      return null;
    case 'deaf':
      deafFor = order.messages;
      return null;
    case 'command':
      return api.tabs.sendMessage(tab, order.command, { frameId: 0 });
  }
}
