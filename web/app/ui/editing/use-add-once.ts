import { useSameRequest } from "#web/api/same-request.ts";

/** Adds what a form holds: once, also where the answer was lost and the form is sent again. */
export function useAddOnce<V, R>(
  add: (values: V, idempotencyKey: string) => Promise<R>,
): (values: V) => Promise<R> {
  const request = useSameRequest();
  return async (values) => {
    try {
      const made = await add(values, request.keyFor(values));
      request.answered();
      return made;
    } catch (error) {
      request.answered(error);
      throw error;
    }
  };
}
