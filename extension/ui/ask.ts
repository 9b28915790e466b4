import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { ConsentAnswer, ConsentMessage } from '../messages/consent-messages.ts';
import type { OptionsAnswers, OptionsMessage } from '../messages/options-messages.ts';
import type { PopupAnswers, PopupMessage } from '../messages/popup-messages.ts';
import type { SendAnswers, SendMessage } from '../messages/send-messages.ts';

type Messages = ConsentMessage | OptionsMessage | PopupMessage | SendMessage;

interface Answers extends OptionsAnswers, PopupAnswers, SendAnswers {
  readonly 'consent.ask': ConsentAnswer | undefined;
}

/** Asks the background what pages of the extension alone may. */
export type Ask = <Kind extends Messages['kind']>(
  message: Extract<Messages, { kind: Kind }>,
) => Promise<Answers[Kind]>;

const AskContext = createContext<Ask>(() => Promise.reject(new Error('Nobody is there to ask.')));

export const AskProvider = AskContext.Provider;

export function useAsk(): Ask {
  return useContext(AskContext);
}
