/** How far a bot's message is. A state that nobody has described counts as being written. */
export function stateOf(state: string): 'writing' | 'complete' | 'failed' {
  if (state === 'complete') return 'complete';
  return state.startsWith('error') ? 'failed' : 'writing';
}
