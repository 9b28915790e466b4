import { type Scope, scopeCovers } from '../../shared/model/scope.ts';
import { useWorld } from './world.ts';

/** May this session do what asks for a scope? Where nothing can be written, nobody may do more than look. */
export function useMay(needed: Scope): boolean {
  const { session } = useWorld();
  const state = session.state.value;
  if (state.kind !== 'in') return needed === 'watch';
  const { scope, read_only: readOnly } = state.entered;
  return scopeCovers(readOnly ? 'watch' : scope, needed);
}
