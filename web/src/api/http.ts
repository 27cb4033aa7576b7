/** The HTTP half of the server, with faults that can be shown to people as they are. */

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

const UNREACHABLE = "The server does not answer. Is it still running? Try again in a moment.";

async function call(method: string, path: string, body?: string | Blob, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: typeof body === "string" ? { "Content-Type": "application/json" } : {},
      body: body ?? null,
      signal: signal ?? null,
    });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new Refusal(0, UNREACHABLE);
  }
  if (!response.ok) throw new Refusal(response.status, await words(response));
  return response;
}

/** What the server says is wrong, in a sentence. */
async function words(response: Response): Promise<string> {
  try {
    const said: unknown = await response.json();
    if (said !== null && typeof said === "object" && "detail" in said) {
      const { detail } = said;
      if (typeof detail === "string") return detail;
      if (Array.isArray(detail)) {
        return detail
          .map((part: unknown) => {
            if (part === null || typeof part !== "object") return String(part);
            const { loc, msg } = part as { loc?: unknown[]; msg?: string };
            return `${(loc ?? []).slice(1).join(" ")}: ${msg ?? "not accepted"}`;
          })
          .join("; ");
      }
    }
  } catch {
    // Not JSON: the status says enough.
  }
  if (response.status === 404) return "There is no such page or table.";
  if (response.status === 429) return "Too many requests in a short time. Wait a moment, then try again.";
  return `The server answered with fault ${response.status}.`;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await call("GET", path, undefined, signal)).json()) as T;
}

/** Something that is no JSON: a page or a file. */
export async function getFile(path: string, signal?: AbortSignal): Promise<Blob> {
  return (await call("GET", path, undefined, signal)).blob();
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return postText(path, JSON.stringify(body));
}

/** Sends JSON as it was written: read and written again here, large whole numbers would lose their last digits. */
export async function postText<T>(path: string, json: string): Promise<T> {
  const response = await call("POST", path, json);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Sends a file as it is. */
export async function postFile<T>(path: string, file: Blob): Promise<T> {
  return (await (await call("POST", path, file)).json()) as T;
}

export async function patch<T>(path: string, body: unknown): Promise<T> {
  return (await (await call("PATCH", path, JSON.stringify(body))).json()) as T;
}

export async function put<T>(path: string, body: unknown = {}): Promise<T> {
  const response = await call("PUT", path, JSON.stringify(body));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function remove(path: string): Promise<void> {
  await call("DELETE", path);
}

/** A fault as one sentence for people. */
export function sentence(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

export function withQuery(path: string, query: Record<string, string | number | boolean | null | undefined>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === "" ? path : `${path}?${text}`;
}
