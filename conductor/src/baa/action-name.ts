/** `target::tool` */
export function actionName({
  target,
  tool,
}: {
  readonly target: string;
  readonly tool: string;
}): string {
  return `${target}::${tool}`;
}
