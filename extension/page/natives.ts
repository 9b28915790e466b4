/**
 * Built-ins saved before any script of the page ran. The page may replace or pollute everything later, so
 * code in this room reaches prototypes only through here: no method calls on arrays, maps or promises of
 * its own, no spread, no for-of, no await.
 */
const { getOwnPropertyDescriptor, defineProperty, apply, construct } = Reflect;

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

/** For what somebody else handles, or what nobody has to. */
export const nothing = (): void => undefined;

/**
 * Puts every built-in back where the page has not put something else in front of it; what the page made of the tap's
 * own passes everything on from now on.
 */
export let restoreNatives = (): void => nothing();

function onRestore(restore: () => void): void {
  const earlier = restoreNatives;
  restoreNatives = () => {
    earlier();
    restore();
  };
}

/**
 * Puts `handler` in front of a method or getter of a class, or of an object that is none; `native` calls what stood
 * there. What the page can see of it - name, length, printed source, property flags - stays that of the built-in.
 */
export function intercept<Result>(
  owner: object & { readonly prototype?: object },
  name: PropertyKey,
  handler: (native: Native<Result>, self: unknown, args: readonly unknown[]) => Result,
): void {
  const call = (target: (...args: unknown[]) => Result, self: unknown, args: unknown[]): Result =>
    handler((on = self) => apply(target, on, args), self, args);
  interceptWith(owner.prototype ?? owner, name, 'apply', call);
}

type Newable = new () => object;

/** The built-in, called as the page called it, or on another object. */
export type Native<Result> = (on?: unknown) => Result;

/** The same for a constructor: `observe` sees each new instance. */
export function interceptConstructor(
  name: 'EventSource' | 'WebSocket',
  observe: (instance: object) => void,
): void {
  const { prototype } = window[name];
  const constructed = (target: Newable, args: readonly unknown[], asked: Newable): object => {
    const instance = construct(target, args, asked) as object;
    observe(instance);
    return instance;
  };
  interceptWith(window, name, 'construct', constructed);
  const agree = (): unknown => defineProperty(prototype, 'constructor', { value: window[name] });
  agree();
  onRestore(agree);
}

function interceptWith(
  owner: object,
  name: PropertyKey,
  trap: 'apply' | 'construct',
  handle: object,
): void {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const kind = descriptor?.get ? 'get' : 'value';
  const native = descriptor?.[kind] as object | undefined;
  if (!native) return; // This browser does not have it.
  const handler: Record<string, object> = bare({ [trap]: handle });
  const proxy = new Proxy(native, handler);
  nativeOf.set(proxy, native);
  const put = (value: object): unknown => defineProperty(owner, name, { [kind]: value }); // The rest stays as it is.
  put(proxy);
  onRestore(() => {
    delete handler[trap];
    if (getOwnPropertyDescriptor(owner, name)?.[kind] === proxy) put(native);
  });
}

/** Keeps `fetch.toString()` and its kin saying `[native code]` under the right name. */
export function hideFromPrinting(): void {
  const print = unbound(Function, 'toString');
  intercept(Function, 'toString', (_native, self) =>
    print((nativeOf.get(self as object) ?? self) as () => void),
  );
}
