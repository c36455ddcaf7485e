import { type ApiAnswer, type Call, pathOf } from "#contract/call.ts";
import { ApiError, told } from "#web/api/client.ts";

/** Sends a form with a file and tells how much of it has gone out, 0 to 1, which fetch does not. Throws as `api` does. */
export function upload<C extends Call>(
  call: C,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<ApiAnswer<C>> {
  const request = new XMLHttpRequest();
  request.open(call.method, pathOf(call, {}));
  request.setRequestHeader("accept", "application/json");
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new ApiError(0, {}));
    request.onload = () => {
      told(request.status);
      const answered = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300)
        resolve({ status: request.status, body: answered as ApiAnswer<C>["body"], total: null });
      else reject(new ApiError(request.status, answered ?? {}, request.getResponseHeader("retry-after")));
    };
    request.send(body);
  });
}

function parsed(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
