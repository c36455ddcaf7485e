import { z } from "zod";
import { fetchFailure } from "#server/platform/fetch-failure.ts";
import { parseJson } from "#server/platform/read-body.ts";
import { problemOfAnswer, problemOfFault, type Read, unreadableAnswer } from "./problem.ts";

/** https://ai.google.dev/api/models#method:-models.list */
const modelList = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string(),
        supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

const mostPages = 20;

/** Ids of the models that generate content, over all pages: half a list would make models seem gone. */
export async function listModels(baseUrl: string, key: string): Promise<Read<string[]>> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ pageSize: "1000", ...(pageToken ? { pageToken } : {}) });
    let list: z.output<typeof modelList> | undefined;
    try {
      const response = await fetch(`${baseUrl}/v1beta/models?${query}`, {
        headers: { "x-goog-api-key": key },
        redirect: "manual",
        signal: AbortSignal.timeout(15_000),
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) return { problem: problemOfAnswer(response.status, body) };
      list = modelList.safeParse(parseJson(body)).data;
    } catch (error) {
      return { problem: problemOfFault(fetchFailure(error).isLate ? "timeout" : "unreachable") };
    }
    if (!list) return { problem: unreadableAnswer };
    for (const { name, supportedGenerationMethods: methods } of list.models)
      if (!methods || methods.includes("generateContent")) ids.push(name.replace(/^models\//, ""));
    pageToken = list.nextPageToken;
    if (!pageToken) return { value: ids };
  }
  return { problem: unreadableAnswer };
}
