import { requestKey } from "#web/api/client.ts";
import { readJson, writeText } from "#web/ui/storage.ts";

interface Unanswered {
  key: string;
  text: string;
}

/**
 * The idempotency keys of one kind of request. A try that got no answer may have been carried out all the same, so the next
 * try with the same body repeats its key, and the server finds what it did instead of doing it twice. Once it is settled,
 * the same body is another request. With a `place` it is kept in this tab under that name, over a reload and a component
 * that is mounted anew.
 */
export function requestKeys(keyBytes?: number, place?: string) {
  let unanswered: Unanswered | null = null;

  function keep(request: Unanswered | null): void {
    unanswered = request;
    if (place) writeText(place, request ? JSON.stringify(request) : "", "session");
  }

  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      const last = (place && readJson<Unanswered>(place, "session")) || unanswered;
      const key = last?.text === text ? last.key : requestKey(keyBytes);
      keep({ key, text });
      return key;
    },
    settle: () => keep(null),
  };
}
