import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { getGeneration } from "#contract/generations.ts";
import { queryKey } from "#web/api/client.ts";
import { storeAnswer } from "#web/api/query.tsx";

test.each(["first", "second"])(
  "an event's news are kept when a %s read that began before ends after it",
  async (which) => {
    const client = new QueryClient();
    const input = { params: { id: "1" } };
    const key = queryKey(getGeneration, input);
    if (which === "second") client.setQueryData(key, { body: "waiting" });
    const late = Promise.withResolvers<unknown>();
    const read = client.fetchQuery({ queryKey: key, queryFn: () => late.promise }).catch(() => undefined);

    storeAnswer(client, getGeneration, input, "failed" as never);
    late.resolve({ body: "waiting" });
    await read;
    await late.promise;
    expect(client.getQueryData(key)).toMatchObject({ body: "failed" });
  },
);
