import { googleUrl } from "./address.ts";
import { problemOfAnswer } from "./problem.ts";

/** "found", "unknown" or "key-refused" for a model and a key; else how the provider answers. Never throws. */
export async function findModel(baseUrl: string | undefined, key: string, model: string): Promise<string> {
  try {
    const answer = await fetch(`${baseUrl ?? googleUrl}/v1beta/models/${encodeURIComponent(model)}`, {
      headers: { "x-goog-api-key": key },
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (answer.ok) return "found";
    if (answer.status === 404) return "unknown";
    const problem = problemOfAnswer(answer.status, Buffer.from(await answer.arrayBuffer()));
    return problem.reason === "key-refused" ? "key-refused" : `status ${answer.status}`;
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "time-out" : "no connection";
  }
}
