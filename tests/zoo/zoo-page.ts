import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { Fault, Model } from './model.ts';

/** A chat front end that other people wrote, in a small page over it, with a server that speaks its protocol. */
export interface ZooPage {
  /** Name of its folder in `pages/`, which holds its packages, its script and this. */
  readonly name: string;
  /** For the table: what it is built on, what goes over the wire, and where the conversation's id stands. */
  readonly packages: string;
  readonly wire: string;
  readonly id: string;
  /** Where a person opens it. */
  readonly path: string;
  /** The markup it stands in, where that is more than an element with the id `root`. */
  readonly body?: string;
  /** Where a person writes; `>>>` goes into shadow roots. */
  readonly composer: string;
  /** true: the composer takes a single line. A longer text cannot be written there, and is rightly refused. */
  readonly isOneLine?: true;
  /** true: the page passes on its composer's markup. Text that needs escaping is rightly refused. */
  readonly takesMarkup?: true;
  /** true: the page asks its model at another origin, which a person names in the popup after the first message. */
  readonly asksElsewhere?: true;
  /** Button that a person presses to send; without it, the Enter key. */
  readonly button?: string;
  /** Button that a person presses before there is a composer. */
  readonly opener?: string;
  /** Faults that its way of answering can have; default: all. */
  readonly faults?: readonly Fault[];
  /** The site passes messages on, each whole: nothing that is no message can stand in an answer. */
  readonly answersInMessages?: true;
  /** False: not for this part; the page is served then. */
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    model: Model,
  ) => Promise<boolean>;
  /** For what is not one answer to one request. `load` gives one of the page's own packages. */
  readonly attach?: (server: Server, model: Model, load: LoadPackage) => void | Promise<void>;
}

export type LoadPackage = (name: string) => Promise<unknown>;
