/** Whether a call was answered with 404, for a loader that gives its page the same status. */
export async function isMissing(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return false;
  } catch (error) {
    return (error as { status?: unknown }).status === 404;
  }
}
