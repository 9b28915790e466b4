import { elementsIn } from '../../../../../shared/lib/page-line.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import { isTrusted } from '../../../text-risk/is-trusted.ts';
import { rateShell } from '../../../text-risk/rate-shell.ts';
import type { Risk } from '../../heart/policy/feature.ts';
import { isGranted, isListed } from './grants.ts';
import { isGravePress } from './is-grave-press.ts';
import { isGrave } from './is-grave.ts';
import { isPrivate, originOf } from './origin-of.ts';
import type { ReadResult, SessionStanding } from './queries.ts';
import type { Expected, Resource } from './rows.ts';
import { isSaidByName } from './said-by-name.ts';
import { sendsSecret } from './sends-secret.ts';
import type { Act } from './shown-press.ts';

export interface RiskFacts {
  readonly tool: string;
  readonly args: JsonObject;
  readonly verbRisk: Risk;
  readonly writes: boolean;
  readonly standing: Pick<SessionStanding, 'session' | 'grants' | 'read' | 'executors'>;
  readonly resource: Resource | null;
  /** Executor and browser of the page, or those that would open one. */
  readonly place: Pick<Resource, 'executorId' | 'browserName'> | null;
  readonly element: Expected['target'] | null;
  /** Folders in which a person lets run what the project says. */
  readonly trusted: readonly string[];
  readonly now: number;
}

/** Longest rest of an address, after its origin, that was not shown: a longer one could carry away what was read. */
const LONGEST_UNSHOWN = 200;

/** Length of a text that cannot stand in a page by chance. */
const CARRIED_LENGTH = 20;

/** Shell of a terminal, as its worker reported it last. */
interface ShellNow {
  readonly name: string;
  /** Folder where the shell was begun, and is still, or below. */
  readonly folder: string;
}

/** Rates how grave a call is, by what it does and what its session has read. */
export function callRisk(facts: RiskFacts): Risk {
  const { tool, verbRisk } = facts;
  if (tool.startsWith('terminal.') || tool.startsWith('service.')) return terminalRisk(facts);
  if (tool === 'browser.ensure' || tool === 'browser.navigate') return goingRisk(facts);
  if (!facts.writes || !tool.startsWith('browser.')) return verbRisk;
  return actRisk(facts);
}

/**
 * A page is acted on where a person granted that: the grant is the question, and is asked for where there is none. What
 * spends, sends or deletes asks each time, and so does what a stranger's words may have steered across sites.
 */
function actRisk(facts: RiskFacts): Risk {
  const { tool, args, verbRisk, element, standing, resource } = facts;
  // guard: secret-forms-ask
  // guard: grave-by-place
  if (verbRisk === 'high' || sendsSecretNow(facts) || pressesGrave(facts)) return 'high';
  if (tool === 'browser.act') return stepsRisk(args);
  if (isInForeignFrame(args) || isGraveAct(args, element)) return 'high';
  if (tool === 'browser.type' && carries(args['text'], standing.read, resource?.resourceId ?? null))
    return 'high';
  // Of an element without a name that was shown nobody knows whether it spends, sends or deletes.
  // guard: pressed-by-name
  return element && isSaidByName(tool, args, element.role) ? 'low' : verbRisk;
}

type PressAsked = Pick<RiskFacts, 'tool' | 'args' | 'standing' | 'resource'>;

/** A form with a secret is sent by it, or by a step of it, as the session was shown the page. */
export function sendsSecretNow(asked: PressAsked): boolean {
  const shown = shownOf(asked);
  return actsOf(asked).some((act) => sendsSecret(act, shown));
}

/** A form is sent, or something by an amount of money pressed, by it or by a step of it, as the session was shown the page. */
function pressesGrave(asked: PressAsked): boolean {
  const shown = shownOf(asked);
  return actsOf(asked).some((act) => isGravePress(act, shown));
}

function shownOf({ standing, resource }: PressAsked): readonly string[] {
  return standing.read
    .filter(({ resourceId }) => resourceId === resource?.resourceId)
    .map(({ resultJson }) => readText(resultJson));
}

function actsOf({ tool, args }: PressAsked): readonly Act[] {
  return tool === 'browser.act'
    ? stepsOf(args).map((step) => ({ verb: step['verb'], args: step }))
    : [{ verb: tool.slice('browser.'.length), args }];
}

function stepsRisk(args: JsonObject): Risk {
  // Its steps are judged by their words and what was shown: what each is pressed on is known only when it is reached.
  const asks = (step: JsonObject): boolean => isInForeignFrame(step) || isGraveAct(step, null);
  return stepsOf(args).some(asks) ? 'high' : 'medium';
}

function stepsOf({ steps }: JsonObject): readonly JsonObject[] {
  return Array.isArray(steps) ? (steps as readonly JsonObject[]) : [];
}

/** `f2e12` stands in a frame, whose site the person may not have seen. */
function isInForeignFrame({ ref, from, to }: JsonObject): boolean {
  // guard: dragged-into-frames
  return [ref, from, to].some((place) => {
    const named =
      typeof place === 'object' && place !== null && 'ref' in place ? place['ref'] : place;
    return typeof named === 'string' && named.startsWith('f');
  });
}

/** Tells whether an act is grave, by the element as it was shown, as the call names it, and by the options it chooses. */
function isGraveAct(
  { role, name, selector, values }: JsonObject,
  element: Expected['target'] | null,
): boolean {
  const chosen: readonly unknown[] = Array.isArray(values) ? values : [];
  return (
    // guard: grave-choices
    chosen.some((value) => typeof value === 'string' && isGrave({ role: null, name: value })) ||
    (element !== null && element !== undefined && isGrave(element)) ||
    (typeof name === 'string' && isGrave({ role: typeof role === 'string' ? role : null, name })) ||
    (typeof selector === 'string' && isGrave({ role: null, name: selector }))
  );
}

/** Text of a page of another site stands in what is to be typed. */
function carries(
  text: JsonObject[string] | undefined,
  read: readonly ReadResult[],
  into: string | null,
): boolean {
  if (typeof text !== 'string' || text.length < CARRIED_LENGTH) return false;
  const pieces = new Set<string>();
  for (let at = 0; at + CARRIED_LENGTH <= Math.min(text.length, 20_000); at += 1)
    pieces.add(text.slice(at, at + CARRIED_LENGTH));
  return read
    .filter(({ resourceId }) => resourceId !== into)
    .some(({ resultJson }) => {
      const words = readText(resultJson);
      for (let at = 0; at + CARRIED_LENGTH <= words.length; at += 1)
        if (pieces.has(words.slice(at, at + CARRIED_LENGTH))) return true;
      return false;
    });
}

/**
 * Rates an address. A session that has read nothing may open what its person granted; one that has read something asks,
 * unless the address was shown to it.
 */
function goingRisk({ args, standing, resource, place, now }: RiskFacts): Risk {
  const { url } = args;
  if (typeof url !== 'string' || url === 'about:blank') return 'low';
  const origin = originOf(url);
  if (origin === null || place === null) return 'high';
  const { chatSessionId, taint } = standing.session;
  const { executorId } = place;
  const wanted = { executorId, origin, chatSessionId, level: 'read' } as const;
  const granted =
    isListed(standing.executors, place, origin) || isGranted(standing.grants, wanted, now);
  if (isPrivate(url) && !granted) return 'high';
  if (taint === null) return 'low';
  if (standing.read.some(({ resultJson }) => readText(resultJson).includes(url))) return 'low';
  // guard: address-length
  if (new URL(url).href.length - origin.length > LONGEST_UNSHOWN) return 'high';
  if (originOf(resource?.lastUrl ?? null) === origin) return 'low';
  return granted ? 'medium' : 'high';
}

/**
 * Rates what is typed into a terminal. A shell command asks unless all of it is known to be harmless there; input to a
 * program always asks.
 */
function terminalRisk(facts: RiskFacts): Risk {
  const { tool, verbRisk } = facts;
  if (tool === 'terminal.write' || tool === 'terminal.press') return 'high';
  return tool === 'terminal.run' && promptMeant(facts) === null ? 'high' : verbRisk;
}

/** The folder that a command is run in which can do no harm there; null: it can, or nobody knows. */
export function promptMeant({
  tool,
  args,
  standing,
  resource,
  trusted,
}: Pick<RiskFacts, 'tool' | 'args' | 'standing' | 'resource' | 'trusted'>): string | null {
  const { command } = args;
  if (tool !== 'terminal.run' || typeof command !== 'string') return null;
  const shell = shellNow(standing.read, resource?.resourceId ?? null);
  if (shell === null) return null;
  const place = { name: shell.name, isTrusted: isTrusted(shell.folder, trusted) };
  return rateShell(command, place).length === 0 ? shell.folder : null;
}

/**
 * Returns the shell by the newest result of the terminal; null: no result names one, or the shell has left its folder.
 */
function shellNow(read: readonly ReadResult[], resourceId: string | null): ShellNow | null {
  for (const result of read) {
    if (resourceId === null || result.resourceId !== resourceId) continue;
    const { shell, cwd, opened_in: folder } = JSON.parse(result.resultJson) as JsonObject;
    if (cwd === undefined) continue;
    if (typeof shell !== 'string' || typeof cwd !== 'string' || typeof folder !== 'string')
      return null;
    return isTrusted(cwd, [folder]) ? { name: shell, folder } : null; // guard: in-own-folder
  }
  return null;
}

/** Returns the text that the assistant read, without files; each text in data is on a line of its own. */
function readText(resultJson: string): string {
  const { attachments: _, ...read } = JSON.parse(resultJson) as JsonObject;
  return textsIn(read).join('\n'); // guard: named-in-data
}

function textsIn(value: JsonObject[string]): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Role and name of the element that a call means: as it says them, or as it was last shown to the session; null: neither. */
export function elementNamed(
  args: JsonObject,
  read: readonly ReadResult[],
  resourceId: string | null,
): Expected['target'] | null {
  const { ref, role, name } = args;
  if (typeof role === 'string' && typeof name === 'string') return { role, name };
  if (typeof ref !== 'string') return null;
  for (const result of read) {
    const shown =
      result.resourceId === resourceId ? shownAs(ref, readText(result.resultJson)) : null;
    if (shown !== null) return shown;
  }
  return null;
}

/** Role and name of what has a name, as its line says them: `e7 button "OK"`. */
function shownAs(ref: string, text: string): Expected['target'] | null {
  for (const line of text.split('\n')) {
    if (!line.includes(ref)) continue;
    const shown = elementsIn(line).find((one) => one.ref === ref && one.name !== '');
    if (shown !== undefined) return { role: shown.role, name: shown.name };
  }
  return null;
}
