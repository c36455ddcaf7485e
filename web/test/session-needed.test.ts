import { expect, test, vi } from "vitest";
import { getViewer } from "#contract/accounts.ts";
import { addReference } from "#contract/references.ts";
import { api, onSessionNeeded } from "#web/api/client.ts";
import { fetchFile } from "#web/api/fetch-file.ts";
import { upload } from "#web/api/upload.ts";

const refusal = { code: "UNAUTHENTICATED", message: "Please log in to continue." };

class Refused {
  status = 401;
  responseText = JSON.stringify(refusal);
  upload = {};
  onload = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send() {
    queueMicrotask(() => this.onload());
  }
}

const ways: [way: string, ask: () => Promise<unknown>][] = [
  ["a call", () => api(getViewer, {})],
  ["an upload", () => upload(addReference, new FormData(), () => {})],
  ["a download", () => fetchFile("/api/designs/a/image.png")],
];

test.each(ways)("%s that meets an ended session says so as every call does", async (_, ask) => {
  vi.stubGlobal("XMLHttpRequest", Refused);
  vi.stubGlobal("location", { pathname: "/user/pictures" });
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 401 }));
  const heard = vi.fn();
  const end = onSessionNeeded(heard);
  await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect(heard).toHaveBeenCalledOnce();
  end();
});
