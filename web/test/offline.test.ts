import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "#web/api/client.ts";
import { createQueryClient } from "#web/api/query.tsx";

afterEach(() => onlineManager.setOnline(true));

const lost = () => Promise.reject(new ApiError(400, { message: "Lost" }));

test("a call that a browser makes while it knows itself offline fails at once, and a write that failed so goes out no more", async () => {
  const client = createQueryClient();
  client.mount();
  onlineManager.setOnline(false);
  let sent = 0;
  const write = client.getMutationCache().build(client, {
    mutationFn: () => {
      sent += 1;
      return lost();
    },
  });
  await expect(client.fetchQuery({ queryKey: ["list"], queryFn: lost })).rejects.toThrow("Lost");
  await expect(write.execute(undefined)).rejects.toThrow("Lost");
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(sent).toBe(1);
  client.unmount();
});

test("what could not be read offline is read once the connection is back", async () => {
  const client = createQueryClient();
  client.mount();
  onlineManager.setOnline(false);
  let isBack = false;
  const queryFn = () => (isBack ? Promise.resolve("read") : lost());
  const list = new QueryObserver(client, { queryKey: ["list"], queryFn });
  const read = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const leave = list.subscribe(({ data, isError }) => {
    if (isError) failed.resolve();
    if (data === "read") read.resolve();
  });
  await failed.promise;
  isBack = true;
  onlineManager.setOnline(true);
  await read.promise;
  leave();
  client.unmount();
});
