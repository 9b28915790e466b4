/** Changes that a page may make to the built-ins for as long as a case runs. */
export const POLLUTIONS = [
  'nothing',
  'then-of-answers',
  'then-of-reads',
  'promise-then',
  'promise-species',
  'array-iterator',
  'array-indices',
  'object-members',
  'globals',
  'getters',
] as const;
export type Pollution = (typeof POLLUTIONS)[number];

export const FORGED = 'data: {"from":"forged"}\n\n';
const forgedBytes = new TextEncoder().encode(FORGED);

const { setPrototypeOf, defineProperty, getOwnPropertyDescriptor, deleteProperty, apply } = Reflect;
const RealPromise = Promise;
const RealResponse = Response;
const RealUint8Array = Uint8Array;
const realThen = Object.getOwnPropertyDescriptor(Promise.prototype, 'then')?.value as (
  ...args: unknown[]
) => unknown;

/** Does it, and gives what undoes it. `other`: an answer from another address. */
export function pollute(kind: Pollution, other: Response): () => void {
  switch (kind) {
    case 'nothing':
      return () => undefined;
    case 'then-of-answers':
      return thenOf(
        (it) => it instanceof RealResponse && it !== other,
        () => (other.bodyUsed ? synthetic() : other),
      );
    case 'then-of-reads':
      return thenOf(
        (it) => (it as { value?: unknown }).value instanceof RealUint8Array,
        () => ({ done: false, value: forgedBytes.slice() }),
      );
    case 'promise-then':
      return replaced(Promise.prototype, 'then', {
        value(this: unknown, onValue: unknown, ...rest: unknown[]) {
          const forging = (value: unknown): unknown =>
            typeof onValue === 'function'
              ? apply(onValue as () => unknown, undefined, [forgery(value)])
              : forgery(value);
          return apply(realThen, this, [forging, ...rest]);
        },
      });
    case 'promise-species':
      return replaced(Promise.prototype, 'constructor', {
        get: () => ({
          [Symbol.species]: function Mine(executor: (...args: unknown[]) => void) {
            return new RealPromise((resolve, reject) =>
              executor((value: unknown) => resolve(forgery(value)), reject),
            );
          },
        }),
      });
    case 'array-iterator':
      return replaced(Array.prototype, Symbol.iterator, {
        value: () => ({ next: () => ({ done: true, value: undefined }) }),
      });
    case 'array-indices':
      return both(
        replaced(Array.prototype, '0', { get: () => FORGED, set: () => undefined }),
        replaced(Array.prototype, '1', { get: () => ({ method: 'PUT' }), set: () => undefined }),
      );
    case 'object-members': {
      const members = { method: 'PUT', mode: 'no-cors', headers: { 'x-forged': '1' }, detail: '' };
      const undos = Object.entries({ ...members, get: () => FORGED, type: 'bytes', size: 1 }).map(
        ([name, value]) => replaced(Object.prototype, name, { value, writable: true }),
      );
      return () => undos.toReversed().forEach((undo) => undo());
    }
    case 'globals': {
      const lie = (): never => {
        throw new Error('the page’s own');
      };
      const undos = ['Request', 'Response', 'Headers', 'Proxy', 'Uint8Array', 'String', 'Blob'].map(
        (name) => replaced(window, name, { value: lie, writable: true }),
      );
      undos.push(replaced(Object, 'setPrototypeOf', { value: (it: object) => it }));
      undos.push(replaced(Promise, 'resolve', { value: lie }));
      undos.push(replaced(RegExp.prototype, 'exec', { value: () => null }));
      undos.push(replaced(Reflect, 'apply', { value: lie }));
      return () => undos.forEach((undo) => undo());
    }
    case 'getters':
      return both(
        replaced(Response.prototype, 'url', { get: () => location.href }),
        both(
          replaced(Request.prototype, 'url', { get: () => 'http://forged.example/' }),
          replaced(XMLHttpRequest.prototype, 'responseURL', { get: () => location.href }),
        ),
      );
  }
}

const synthetic = (): Response =>
  new RealResponse(FORGED, { headers: { 'content-type': 'text/event-stream' } });

function forgery(value: unknown): unknown {
  if (typeof value === 'string') return FORGED;
  if (value instanceof RealResponse) return synthetic();
  return (value as { value?: unknown } | undefined)?.value instanceof RealUint8Array
    ? { done: false, value: forgedBytes.slice() }
    : value;
}

/** The next promise that brings such an object brings another; once, as that one is asked for `then` too. */
function thenOf(isWanted: (it: object) => boolean, instead: () => unknown): () => void {
  const undo = (): void => void deleteProperty(Object.prototype, 'then');
  defineProperty(Object.prototype, 'then', {
    configurable: true,
    get(this: object) {
      if (!isWanted(this)) return undefined;
      return (resolve: (value: unknown) => void) => {
        undo();
        resolve(instead());
      };
    },
  });
  return undo;
}

function replaced(owner: object, name: PropertyKey, by: PropertyDescriptor): () => void {
  const before = getOwnPropertyDescriptor(owner, name);
  defineProperty(owner, name, own({ ...by, configurable: true }));
  return () => {
    if (before === undefined) deleteProperty(owner, name);
    else defineProperty(owner, name, own(before));
  };
}

/** Hides changes of Object.prototype from a descriptor. */
function own(descriptor: PropertyDescriptor): PropertyDescriptor {
  setPrototypeOf(descriptor, null);
  return descriptor;
}

const both = (one: () => void, other: () => void) => () => {
  one();
  other();
};
