/**
 * Built-ins saved before any script of the page ran. The page may replace or pollute everything later, so
 * code in this room reaches globals and prototypes only through here: no method calls on arrays, maps or promises of
 * its own, no spread or destructuring of arrays, no for-of, no await, no object handed over that is not `bare`.
 *
 * A value of the page's is read once, by a built-in or by `plain`; from then on only what that gave is used. And a
 * promise of a built-in's that brings an object may bring another one: the engine asks it for `then`, which the page can
 * put on every prototype. Such an object is believed only where it says itself what it is (`isFrom`).
 */
const { getOwnPropertyDescriptor, defineProperty, setPrototypeOf, apply } = Reflect;
export const { construct, get } = Reflect;
export const SafeProxy = Proxy;

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

const listen = unbound(EventTarget, 'addEventListener');

/** Hears what the browser tells, not what the page dispatches on its own objects: `isTrusted` is nobody's to change. */
export function on(target: object, name: string, listener: (event: Event) => void): void {
  listen(target as EventTarget, name, (event) => {
    if (event.isTrusted) listener(event); // guard: trusted-events
  });
}
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
export const SafeRequest = Request;
export const urlOf = getterOf<string>(Request, 'url');
export const methodOf = getterOf<string>(Request, 'method');
export const headersOf = getterOf<Headers>(Request, 'headers');
export const isLocked = getterOf<boolean>(ReadableStream, 'locked');
export const later = setTimeout.bind(window);
export const parseJson = JSON.parse;
const exec = unbound(RegExp, 'exec');
/** `test` would look up `exec` on the prototype each time. */
export const matches = (pattern: RegExp, text: string): boolean => !!exec(pattern, text);
export const cut = unbound(String, 'slice');
const found = (pattern: RegExp, text: string): string => exec(pattern, text)?.[0] ?? '';
export const withoutQuery = (url: string): string => found(/^[^?#]*/, url);
export const originOf = (url: string): string => found(/^\w+:\/\/[^/]+/, url);

const answerUrl = getterOf<string>(Response, 'url');
const isRedirected = getterOf<boolean>(Response, 'redirected');
/** The address that its answer must say it is from. */
export const addressOf = (request: Request): string => found(/^[^#]*/, urlOf(request));
/** An answer that a script made has no address; one of a service worker, which is the site's own, has the request's. */
export const isFrom = (answer: Response, request: Request): boolean =>
  answerUrl(answer) === addressOf(request) && !isRedirected(answer);

/** Converts a value to text as a built-in does. The page's own conversion runs here, so call it once. */
export const plain = (value: unknown): string => `${value as string}`;

/** Whether a built-in takes it for one of its own: `instanceof` is the page's to change. */
export function isTakenBy(builtIn: (value: never) => unknown, value: unknown): boolean {
  try {
    builtIn(value as never);
    return true;
  } catch {
    return false;
  }
}

/** An object without a prototype: nothing the page put on Object.prototype shows through. */
export function bare<Shape extends object>(shape: Shape): Shape {
  setPrototypeOf(shape, null);
  return shape;
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
  handler: (native: Native<Result>, self: unknown, args: unknown[]) => Result,
): void {
  const call = (target: (...args: unknown[]) => Result, self: unknown, args: unknown[]): Result =>
    handler((on = self, plainArgs = args) => apply(target, on, plainArgs), self, args);
  interceptWith(owner.prototype ?? owner, name, 'apply', call);
}

type Newable = new () => object;

export function interceptEach<Result>(
  owner: object & { readonly prototype?: object },
  names: readonly PropertyKey[],
  handler: (native: Native<Result>, self: unknown) => Result,
): void {
  for (let index = 0; index < names.length; index += 1) {
    intercept(owner, names[index] as PropertyKey, handler);
  }
}

/** The built-in, called as the page called it, or on another object, or with other arguments. */
export type Native<Result> = (on?: unknown, args?: readonly unknown[]) => Result;

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
  const agree = (): unknown =>
    defineProperty(prototype, 'constructor', bare({ value: window[name] }));
  agree();
  onRestore(agree);
}

function interceptWith(
  owner: object,
  name: PropertyKey,
  trap: 'apply' | 'construct',
  handle: object,
): void {
  const descriptor = bare(getOwnPropertyDescriptor(owner, name) ?? {});
  const kind = descriptor.get ? 'get' : 'value';
  const native = descriptor[kind] as object | undefined;
  if (!native) return; // This browser does not have it.
  const handler: Record<string, object> = bare({ [trap]: handle });
  const proxy = new SafeProxy(native, handler);
  nativeOf.set(proxy, native);
  const put = (value: object): unknown => defineProperty(owner, name, bare({ [kind]: value })); // The rest stays as it is.
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
