import { mayBeDone, useSameRequest } from "#web/api/same-request.ts";

/**
 * Adds what a form holds: once, also where the answer was lost and the form is sent again. `onUnanswered` hears that it may
 * be there all the same; with a `place` that is remembered as long as a draft.
 */
export function useAddOnce<V, R>(
  add: (values: V, idempotencyKey: string) => Promise<R>,
  options: { onUnanswered?: () => void; place?: string } = {},
): (values: V) => Promise<R> {
  const request = useSameRequest(undefined, options.place);
  return async (values) => {
    try {
      const made = await add(values, request.keyFor(values));
      request.answered();
      return made;
    } catch (error) {
      request.answered(error);
      if (mayBeDone(error)) options.onUnanswered?.();
      throw error;
    }
  };
}
