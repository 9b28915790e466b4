/**
 * Built-ins saved before any script of the page ran. The page may replace or pollute everything later, so
 * code in this room reaches prototypes only through here: no method calls on arrays, maps or promises of
 * its own, no spread, no for-of, no await.
 */
const { getOwnPropertyDescriptor, defineProperty } = Reflect;
export const { apply } = Reflect;

type Method<Args extends readonly unknown[], Result> = (...args: Args) => Result;
type Unbound<Self, Member> =
  Member extends Method<infer Args, infer Result> ? (self: Self, ...args: Args) => Result : never;

/** A method as it is now, as a function of its receiver; later changes of the prototype do not reach it. */
export function unbound<Self extends object, Name extends keyof Self>(
  prototype: Self,
  name: Name,
): Unbound<Self, Self[Name]> {
  const method = prototype[name] as Method<unknown[], unknown>;
  const call = (self: Self, ...args: unknown[]): unknown => apply(method, self, args);
  return call as Unbound<Self, Self[Name]>;
}

/** The getter of an accessor property, as a function of its receiver. */
export function getterOf<Value>(prototype: object, name: string): (self: unknown) => Value {
  const get: unknown = getOwnPropertyDescriptor(prototype, name)?.get;
  if (typeof get !== 'function') throw new TypeError(`${name} is no accessor`);
  return (self) => apply(get, self, []) as Value;
}

/** A WeakMap the page cannot read or feed. */
export interface PrivateMap<Key extends WeakKey, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

const weakGet = unbound(WeakMap.prototype, 'get');
const weakSet = unbound(WeakMap.prototype, 'set');

export function privateMap<Key extends WeakKey, Value>(): PrivateMap<Key, Value> {
  const map: WeakMap<WeakKey, unknown> = new WeakMap();
  return {
    get: (key) => weakGet(map, key) as Value | undefined,
    set: (key, value) => void weakSet(map, key, value),
  };
}

export const on = unbound(EventTarget.prototype, 'addEventListener');
export const off = unbound(EventTarget.prototype, 'removeEventListener');
export const dispatch = unbound(EventTarget.prototype, 'dispatchEvent');
export const stopEvent = unbound(Event.prototype, 'stopImmediatePropagation');
export const messageData = getterOf<unknown>(MessageEvent.prototype, 'data');
export const messagePorts = getterOf<readonly MessagePort[]>(MessageEvent.prototype, 'ports');
export const postToPort = unbound(MessagePort.prototype, 'postMessage');
export const startPort = unbound(MessagePort.prototype, 'start');

export const SafePromise = Promise;
/** `promise.then(onValue, onError)`. */
export const settle = unbound(Promise.prototype, 'then') as unknown as PromiseThen;
type PromiseThen = <Value, Result>(
  promise: Promise<Value>,
  onValue: (value: Value) => Result | PromiseLike<Result>,
  onError: (reason: unknown) => Result | PromiseLike<Result>,
) => Promise<Result>;

const decode = unbound(TextDecoder.prototype, 'decode');
const SafeTextDecoder = TextDecoder;

/** Decodes UTF-8 piece by piece; called without bytes, it gives what is left. */
export function utf8Reader(): (bytes?: AllowSharedBufferSource) => string {
  const decoder = new SafeTextDecoder();
  return (bytes) =>
    bytes === undefined ? decode(decoder) : decode(decoder, bytes, { stream: true });
}

const encode = unbound(TextEncoder.prototype, 'encode');
const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encode(encoder, text);

export const later = setTimeout.bind(window);
export const parseJson = JSON.parse;
export const makeJson = JSON.stringify;
export const SafeUrl = URL;
export const urlPath = getterOf<string>(URL.prototype, 'pathname');
export const urlOrigin = getterOf<string>(URL.prototype, 'origin');
export const urlHref = getterOf<string>(URL.prototype, 'href');
const exec = unbound(RegExp.prototype, 'exec');
/** `test` would look up `exec` on the prototype each time. */
export const matches = (pattern: RegExp, text: string): boolean => exec(pattern, text) !== null;
export const lowerCase = unbound(String.prototype, 'toLowerCase');
export const upperCase = unbound(String.prototype, 'toUpperCase');
export const cut = unbound(String.prototype, 'slice');

/** An object without a prototype: nothing the page put on Object.prototype shows through. */
export function bare<Shape extends object>(shape: Shape): Shape {
  return Object.setPrototypeOf(shape, null) as Shape;
}

const nativeOf = privateMap<object, object>();

/**
 * Puts `handler` in front of a method. What the page can see of it - name, length, printed source, property
 * flags - stays that of the built-in.
 */
export function intercept<Args extends readonly unknown[], Result>(
  owner: object,
  name: PropertyKey,
  handler: (target: (...args: Args) => Result, self: unknown, args: Args) => Result,
): void {
  interceptWith(owner, name, bare({ apply: handler }));
}

/** The same for the getter of an accessor property: `observe` sees what it returned. */
export function observeGetter(
  owner: object,
  name: PropertyKey,
  observe: (value: unknown, self: unknown) => void,
): void {
  intercept(owner, name, (target: () => unknown, self, args: []) => {
    const value = apply(target, self, args);
    observe(value, self);
    return value;
  });
}

/** The same for a constructor: `observe` sees each new instance. */
export function interceptConstructor(
  name: 'EventSource' | 'WebSocket',
  observe: (instance: object) => void,
): void {
  const { construct } = Reflect;
  const proxy = interceptWith(
    window,
    name,
    bare({
      construct(target: new () => object, args: unknown[], newTarget: new () => object) {
        const instance = construct(target, args, newTarget) as object;
        observe(instance);
        return instance;
      },
    }),
  );
  if (proxy === null) return;
  const prototype: unknown = getOwnPropertyDescriptor(proxy, 'prototype')?.value;
  if (typeof prototype !== 'object' || prototype === null) return;
  defineProperty(prototype, 'constructor', { value: proxy, writable: true, configurable: true });
}

function interceptWith(owner: object, name: PropertyKey, handler: object): object | null {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined) return null; // This browser does not have it.
  const slot = typeof descriptor.get === 'function' ? 'get' : 'value';
  const native: unknown = descriptor[slot];
  if (typeof native !== 'function') return null;
  const proxy = new Proxy(native, handler);
  nativeOf.set(proxy, native);
  defineProperty(owner, name, { ...descriptor, [slot]: proxy });
  return proxy;
}

/** Keeps `fetch.toString()` and its kin saying `[native code]` under the right name. */
export function hideFromPrinting(): void {
  intercept(Function.prototype, 'toString', (target, self, args: []) =>
    apply(target, typeof self === 'function' ? (nativeOf.get(self) ?? self) : self, args),
  );
}
