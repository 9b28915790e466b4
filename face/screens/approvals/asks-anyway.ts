import type { Kinds } from '../../store/rows.ts';

/** No rule made of it would keep it from asking again. */
export function asksAnyway({
  quoted,
  tool_changed: changed,
  may_leak: leaks,
  second_reply: isSecond,
}: Kinds['approval']): boolean {
  return quoted || changed || leaks || isSecond;
}
