/** The events of a server-sent stream until it ends; a stream without its end is the caller's to notice. */
export async function* readEvents(
  answer: Response,
): AsyncGenerator<{ readonly name: string; readonly data: string }> {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (buffered + value).split(/\r?\n\r?\n/);
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*?)\r?$/m.exec(block)?.[1] ?? '';
      const data = /^data: (.*?)\r?$/m.exec(block)?.[1];
      if (data !== undefined) yield { name, data };
    }
  }
}
