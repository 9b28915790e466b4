import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  transition,
} from 'xstate';

/** Thrown for an event that the state does not allow. It is a bug: the step changes nothing. */
export class InvalidTransition extends Error {
  readonly code = 'invalid_transition';

  constructor(machine: string, state: string, event: string) {
    super(`${machine}: ${event} is not allowed in state ${state}`);
  }
}

/** The transitions of one machine as two pure functions. A state is a column of a row, not a process. */
export interface Table<State extends string, Event extends EventObject> {
  /** Tells whether the state allows the event. */
  can(state: State, event: Event): boolean;
  /** The state after the event. Throws InvalidTransition. */
  next(state: State, event: Event): State;
}

/** The table of a machine. The machine must have no context and no actions. */
export function tableOf<State extends string, Event extends EventObject>(
  machine: AnyStateMachine,
): Table<State, Event> {
  const at = (state: State) =>
    machine.resolveState({ value: state, context: {} }) as AnyMachineSnapshot;
  /** The machines have no memory and their events come from short closed lists: each result is worked out once. */
  const known = new Map<string, State | null>();
  function after(state: State, event: Event): State | null {
    const asked = `${state} ${JSON.stringify(event)}`;
    let next = known.get(asked);
    if (next === undefined) {
      const snapshot = at(state);
      const moved = snapshot.can(event) ? transition(machine, snapshot, event)[0] : null;
      next = moved === null ? null : ((moved as AnyMachineSnapshot).value as State);
      known.set(asked, next);
    }
    return next;
  }
  return {
    can: (state, event) => after(state, event) !== null,
    next(state, event) {
      const next = after(state, event);
      if (next === null) throw new InvalidTransition(machine.id, state, event.type);
      return next;
    },
  };
}
