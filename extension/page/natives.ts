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

interface Class {
  readonly prototype: object;
}

/** A method as it is now, as a function of its receiver; later changes of the prototype do not reach it. */
export function unbound<Type extends Class, Name extends keyof Type['prototype']>(
  { prototype }: Type,
  name: Name,
): Unbound<Type['prototype'], Type['prototype'][Name]> {
  const method = (prototype as Type['prototype'])[name] as Method<unknown[], unknown>;
  const call = (self: unknown, ...args: unknown[]): unknown => apply(method, self, args);
  return call as Unbound<Type['prototype'], Type['prototype'][Name]>;
}

/** The getter of an accessor property, as a function of its receiver. */
export function getterOf<Value>({ prototype }: Class, name: string): (self: unknown) => Value {
  const get = getOwnPropertyDescriptor(prototype, name)?.get as () => Value;
  return (self) => apply(get, self, []);
}

/** A WeakMap the page cannot read or feed. */
export interface PrivateMap<Key extends WeakKey, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

/** To be made at start only: it takes the methods as they are then. */
export function privateMap<Key extends WeakKey, Value>(): PrivateMap<Key, Value> {
  const map = new WeakMap<Key, Value>();
  return { get: map.get.bind(map), set: map.set.bind(map) };
}

export const on = unbound(EventTarget, 'addEventListener');
export const messageData = getterOf<unknown>(MessageEvent, 'data');

export const SafePromise = Promise;
/** `promise.then(onValue, onError)`. */
export const settle = unbound(Promise, 'then') as unknown as PromiseThen;
type PromiseThen = <Value, Result>(
  promise: Promise<Value>,
  onValue: (value: Value) => Result | PromiseLike<Result>,
  onError: (reason: unknown) => Result | PromiseLike<Result>,
) => Promise<Result>;

const decode = unbound(TextDecoder, 'decode');
const SafeTextDecoder = TextDecoder;

/** Decodes UTF-8 piece by piece; a character cut in two waits for its rest. */
export function utf8Reader(): (bytes: AllowSharedBufferSource) => string {
  const decoder = new SafeTextDecoder();
  return (bytes) => decode(decoder, bytes, { stream: true });
}

const encode = unbound(TextEncoder, 'encode');
const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encode(encoder, text);

export const bodyOfResponse = unbound(Response, 'text');
export const statusOf = getterOf<number>(Response, 'status');
export const bodyText = unbound(Request, 'text');
export const later = setTimeout.bind(window);
export const parseJson = JSON.parse;
const exec = unbound(RegExp, 'exec');
/** `test` would look up `exec` on the prototype each time. */
export const matches = (pattern: RegExp, text: string): boolean => !!exec(pattern, text);
export const cut = unbound(String, 'slice');
const BEFORE_QUERY = /^[^?#]*/;
export const withoutQuery = (url: string): string => exec(BEFORE_QUERY, url)?.[0] ?? '';

/** An object without a prototype: nothing the page put on Object.prototype shows through. */
export function bare<Shape extends object>(shape: Shape): Shape {
  return Object.setPrototypeOf(shape, null) as Shape;
}

const nativeOf = privateMap<object, object>();

/**
 * Puts `handler` in front of a method or getter; `native` calls what stood there. What the page can see of
 * it - name, length, printed source, property flags - stays that of the built-in.
 */
export function intercept<Result>(
  owner: object,
  name: PropertyKey,
  handler: (native: () => Result, self: unknown, args: readonly unknown[]) => Result,
): void {
  const call = (target: (...args: unknown[]) => Result, self: unknown, args: unknown[]): Result =>
    handler(() => apply(target, self, args), self, args);
  interceptWith(owner, name, bare({ apply: call }));
}

/** The same for a constructor: `observe` sees each new instance. */
export function interceptConstructor(
  name: 'EventSource' | 'WebSocket',
  observe: (instance: object) => void,
): void {
  const { construct } = Reflect;
  const { prototype } = window[name];
  const constructed = (
    target: new () => object,
    args: unknown[],
    asked: new () => object,
  ): object => {
    const instance = construct(target, args, asked) as object;
    observe(instance);
    return instance;
  };
  interceptWith(window, name, bare({ construct: constructed }));
  defineProperty(prototype, 'constructor', { value: window[name] });
}

function interceptWith(owner: object, name: PropertyKey, handler: object): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const native = (descriptor?.get ?? descriptor?.value) as object | undefined;
  if (!native) return; // This browser does not have it.
  const proxy = new Proxy(native, handler);
  nativeOf.set(proxy, native);
  defineProperty(owner, name, { [descriptor?.get ? 'get' : 'value']: proxy }); // The rest stays as it is.
}

/** Keeps `fetch.toString()` and its kin saying `[native code]` under the right name. */
export function hideFromPrinting(): void {
  const print = unbound(Function, 'toString');
  intercept(Function.prototype, 'toString', (_native, self) =>
    print((nativeOf.get(self as object) ?? self) as () => void),
  );
}
