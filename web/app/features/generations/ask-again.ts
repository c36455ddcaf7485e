import type { Generation } from "#contract/generations.ts";
import { lookOf } from "#web/features/generations/form-state.ts";
import type { RetakeRequest, RunRequest } from "#web/features/generations/start-generation.ts";

/**
 * What a run from a picture was asked for, to ask for it once more; null for a new run, which the form asks for, and where
 * the picture is gone.
 */
export function askAgain(generation: Generation): RunRequest | RetakeRequest | null {
  const { kind, source } = generation;
  if (!source) return null;
  if (kind === "retake") {
    const [, id, position] = /^\/api\/generations\/(\w+)\/images\/(\d)\//.exec(source.previewUrl ?? "") ?? [];
    return id && position ? { retake: { id, position } } : null;
  }
  const { title, niche, style } = lookOf(generation);
  const by = source.vary ? { vary: source.vary } : { instruction: source.instruction ?? "" };
  return { title, niche, style, customPrompt: "", source: { kind: source.kind, id: source.id }, ...by };
}
