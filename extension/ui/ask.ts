import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { PopupAnswers, PopupMessage } from '../messages/popup-messages.ts';

type Messages = PopupMessage;
type Answers = PopupAnswers;

/** Asks the background what pages of the extension alone may. */
export type Ask = <Kind extends Messages['kind']>(
  message: Extract<Messages, { kind: Kind }>,
) => Promise<Answers[Kind]>;

const AskContext = createContext<Ask>(() => Promise.reject(new Error('Nobody is there to ask.')));

export const AskProvider = AskContext.Provider;

export function useAsk(): Ask {
  return useContext(AskContext);
}
