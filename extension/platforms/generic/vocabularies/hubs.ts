import { at, textAt } from '../../kit/json-value.ts';
import { ASIDE, textOfContent, type Vocabulary } from '../vocabulary.ts';

/** Types of a message, as the protocol numbers them. */
const ITEM = 2;
const COMPLETION = 3;

/** A method of a hub answers with one item after another, or with all at once. */
export const signalR: Vocabulary = {
  name: 'signalr',
  evidence: 'npm @microsoft/signalr 10.0.11 (2026-11), JSON protocol of hubs',
  ends: 'mark',
  start() {
    let isBegun = false;
    return (value) => {
      const type = at(value, 'type');
      const isAnswer = type === ITEM || type === COMPLETION;
      if (!isAnswer || textAt(value, 'invocationId') === null) return null;
      const error = at(value, 'error') ?? null;
      if (error !== null) return { error };
      const said = at(value, type === ITEM ? 'item' : 'result');
      const text = textOfContent(said);
      // An item may be anything but text.
      if (type === ITEM && text === '' && said !== '') return null;
      isBegun ||= text !== '';
      if (type === ITEM) return { text };
      // A method that only takes the message answers with nothing: the reply comes another way.
      return isBegun ? { text, finished: true, over: true } : ASIDE;
    };
  },
};
