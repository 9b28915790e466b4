/** Ways to break a world of either level: simulated browsers or real ones. Times are the world's. */
export interface FaultWorld {
  readonly conductor: {
    /** `kill -9`; somebody starts it again after `downMs`. */
    kill(downMs: number): Promise<void>;
    /** Kills the conductor right after the `nth` commit from now that holds the step; started again after `downMs`. */
    killAtCommit(step: string, nth: number, downMs: number): void;
    /** Another process holds the database's write lock. */
    lockDatabase(forMs: number): Promise<void>;
    /** Fills the disk that holds the data to the last byte. */
    fillDisk(forMs: number): Promise<void>;
  };
  readonly browsers: readonly FaultBrowser[];
  readonly worker: FaultWorker;
  readonly programs: FaultPrograms;
  /** The clocks of the machine continue from another time. */
  jumpClocks(byMs: number): void;
  sleep(ms: number): Promise<void>;
}

export interface FaultBrowser {
  /** The background dies between two instructions; its pages stay. What wakes it starts another. */
  killBackground(): Promise<void> | void;
  /** The browser dies with all its pages, and is opened again with them after `downMs`. */
  kill(downMs: number): Promise<void>;
  /** Reloads one of the open pages: `which`, from 0 up to 1, chooses it. */
  reloadPage(which: number): Promise<void> | void;
  /** A person closes it, and opens the conversation again after `goneMs`. */
  closePage(which: number, goneMs: number): Promise<void>;
  /** A person types into it, and clears that after `forMs`. */
  draftIn(which: number, forMs: number): Promise<void>;
  readonly link: FaultLink;
  /** The tabs that programs work in. */
  readonly work: FaultWork;
  /** Null where the browser is simulated. */
  readonly tabs: FaultTabs | null;
}

/** Faults that only tabs of a real browser have. A person opens the conversation of each again after `goneMs`. */
export interface FaultTabs {
  /** The process that shows it dies. */
  crash(which: number, goneMs: number): Promise<void>;
  /** The browser takes it out of memory. */
  discard(which: number, goneMs: number): Promise<void>;
  /** Takes the tab to another address. */
  leave(which: number, goneMs: number): Promise<void>;
}

/** Actions of a person or a page on a tab at work; nothing where there is none. */
export interface FaultWork {
  close(which: number): Promise<void> | void;
  /** Takes the tab to another page of its site, whatever is done in it. */
  leave(which: number): Promise<void> | void;
}

/** The process that holds terminals; nothing where none runs. */
export interface FaultWorker {
  /** `kill -9`, with all that it holds. Whoever needs it starts it again. */
  kill(): Promise<void>;
  /** Cuts the worker off in both directions for that long, as an unplugged cable does. */
  stall(forMs: number): Promise<void>;
}

/** The programs that are members of teams; nothing where none runs. */
export interface FaultPrograms {
  /** `kill -9` of the one that `which` chooses. */
  kill(which: number): Promise<void>;
}

/** The connection between a browser and the conductor. */
export interface FaultLink {
  /** Both ends hear of it. */
  cut(): void;
  /** Lets only the conductor see the cut: to the browser the link is quiet, for that long. */
  halfOpen(forMs: number): void;
  /** The frames of the last moments come once more, and the next ones come twice. */
  repeat(frames: number): void;
  /** Frames wait so long before they go on, in their order. */
  delay(forMs: number): void;
  /** Swaps two neighbouring frames, that many times. */
  swap(times: number): void;
}

/** How one kind of fault comes about. `which` and `size` are from 0 up to 1. */
export type InjectFault = (world: FaultWorld, which: number, size: number) => Promise<void> | void;

export function between(size: number, from: number, to: number): number {
  return Math.round(from + size * (to - from));
}

/** The browser that `which` chooses, and what is left of the choice to choose among its pages. */
export function browserOf(
  world: FaultWorld,
  which: number,
): { readonly browser: FaultBrowser; readonly rest: number } {
  const place = which * world.browsers.length;
  const browser = world.browsers[Math.floor(place)];
  if (browser === undefined) throw new Error('The world has no browser.');
  return { browser, rest: place % 1 };
}

/** The tabs of the browser that `which` chooses, and what is left of the choice. */
export function tabsOf(
  world: FaultWorld,
  which: number,
): { readonly tabs: FaultTabs; readonly rest: number } {
  const { browser, rest } = browserOf(world, which);
  if (browser.tabs === null) throw new Error('The browser has no tabs of its own.');
  return { tabs: browser.tabs, rest };
}
