/** Null where no answer came in time, or none will: while a page goes to another, BiDi may leave a question unanswered. */
export async function answerWithin<Answer>(
  limitMs: number,
  answer: Promise<Answer>,
): Promise<Answer | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), limitMs);
  try {
    return await Promise.race([answer.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
