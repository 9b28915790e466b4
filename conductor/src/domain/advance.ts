import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  transition,
} from 'xstate';

/** Thrown when code asks for a step that the table does not have: a bug, so nothing is half-applied. */
export class InvalidTransition extends Error {
  readonly code = 'invalid_transition';

  constructor(machine: string, state: string, event: string) {
    super(`${machine}: ${event} is not allowed in state ${state}`);
  }
}

/** One machine's table as two pure functions. States are rows, not processes. */
export interface Table<State extends string, Event extends EventObject> {
  /** Does the table have this event in this state? */
  can(state: State, event: Event): boolean;
  /** The next state. Throws InvalidTransition. */
  next(state: State, event: Event): State;
}

export function tableOf<State extends string, Event extends EventObject>(
  machine: AnyStateMachine,
): Table<State, Event> {
  const at = (state: State) =>
    machine.resolveState({ value: state, context: {} }) as AnyMachineSnapshot;
  return {
    can: (state, event) => at(state).can(event),
    next(state, event) {
      const snapshot = at(state);
      if (!snapshot.can(event)) throw new InvalidTransition(machine.id, state, event.type);
      const [next] = transition(machine, snapshot, event);
      return (next as AnyMachineSnapshot).value as State;
    },
  };
}
