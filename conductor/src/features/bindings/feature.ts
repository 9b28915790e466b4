import { bindingsOperations } from '../../../../shared/api/bindings.ts';
import { feature } from '../../engine/feature.ts';
import { bindingsSqlite } from './sqlite.ts';
import { startBindings } from './start.ts';

export { bindChat, endBinding, newBinding } from './binding-changes.ts';
export { heardBy } from './heard-words.sqlite.ts';
export type { ShownBinding } from './queries.ts';
export type { ModelBinding } from './rows.ts';
export { modelBindingView } from './views.ts';

/** Which web chat serves which session with an agent as its model. Agents bind them; replies in a bound chat do not act. */
export const bindingsFeature = feature({
  name: 'bindings',
  operations: bindingsOperations,
  sqlite: bindingsSqlite,
  start: startBindings,
});
