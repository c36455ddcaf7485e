import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { startOf, withoutControls } from "#contract/plain-text.ts";
import type { ReferenceKind } from "#contract/reference-kinds.ts";
import {
  addReference,
  listReferences,
  type Reference,
  referenceBytes,
  referenceTooLarge,
  refusedFormats,
} from "#contract/references.ts";
import { api, fieldsOf, queryKey, requestKey } from "#web/api/client.ts";
import { mayBeDone } from "#web/api/same-request.ts";
import { upload } from "#web/api/upload.ts";
import type { ReferenceValues } from "#web/features/references/reference-fields.tsx";
import { useSchema } from "#web/ui/check-values.ts";
import { isolated } from "#web/ui/isolated.ts";

/** A picture that was chosen and not sent yet. */
export interface NewPicture {
  key: string;
  file: Blob;
  /** Of the file, for its preview. */
  url: string;
  values: ReferenceValues;
  errors: Record<string, string>;
  /** How much of it has gone out, 0 to 1; null where it does not. */
  progress: number | null;
  /** Why it was not taken. */
  problem: string | null;
}

export const acceptedTypes = "image/png,image/jpeg,image/webp";

/** What is known of a file before it is sent. The server looks at the bytes. */
function refusalOf({ name, type, size }: File): string | null {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return refusedFormats.heic;
  if (type === "image/svg+xml") return refusedFormats.svg;
  if (!acceptedTypes.split(",").includes(type)) return refusedFormats.other;
  return size > referenceBytes ? referenceTooLarge : null;
}

/** What a picture of a file is called, until its person says. */
export const nameOf = (file: File) =>
  startOf(withoutControls(file.name.replace(/\.[A-Za-z0-9]{1,5}$/, "")).trim(), 100) || "Picture";

/** The pictures that are about to be added, each with its own fields and outcome. */
export function useNewPictures(onAdded: (name: string) => void, onUnanswered: () => void) {
  const [pictures, setPictures] = useState<NewPicture[]>([]);
  /** Files that can't be taken, each with its sentence. */
  const [refused, setRefused] = useState<string[]>([]);
  /** Several pictures are mostly of one kind. */
  const [lastKind, setLastKind] = useState<ReferenceKind | "">("");
  const client = useQueryClient();
  /** Of each picture whose answer was lost, by its key, which ones were there before. */
  const unanswered = useRef(new Map<string, readonly string[]>());
  const answered = useRef(new Set<string>());
  const urls = useRef(new Set<string>());
  const check = useSchema(async () => (await import("#contract/reference-form.ts")).referenceFields);
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, []);

  const change = (key: string, part: Partial<NewPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  function put(file: Blob, name: string): void {
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    const values = { name, kind: lastKind, consent: false };
    const made = { key: requestKey(), file, url, values, errors: {}, progress: null, problem: null };
    setPictures((all) => [...all, made]);
  }

  function add(files: Iterable<File>): void {
    const told: string[] = [];
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal) told.push(`“${isolated(file.name)}”: ${refusal}`);
      else put(file, nameOf(file));
    }
    setRefused(told);
  }

  function remove({ key, url }: NewPicture): void {
    URL.revokeObjectURL(url);
    urls.current.delete(url);
    setPictures((all) => all.filter((one) => one.key !== key));
  }

  function edit({ key }: NewPicture, values: ReferenceValues): void {
    if (values.kind) setLastKind(values.kind);
    change(key, { values, errors: {} });
  }

  /** What an earlier try has added although no answer came. */
  async function findAdded({ key, values }: NewPicture): Promise<Reference | undefined> {
    const before = unanswered.current.get(key);
    // Of two that are called alike nobody knows which one it is.
    const isLike = (other: NewPicture) =>
      other.key !== key &&
      other.values.name.trim() === values.name.trim() &&
      other.values.kind === values.kind &&
      (other.progress !== null || unanswered.current.has(other.key));
    if (!before || pictures.some(isLike)) return undefined;
    const { data } = (await api(listReferences, {})).body;
    const isOther = (id: string) => before.includes(id) || answered.current.has(id);
    return data.find(
      ({ id, name, kind }) => !isOther(id) && name === values.name.trim() && kind === values.kind,
    );
  }

  async function send(picture: NewPicture): Promise<void> {
    const { key, file, values } = picture;
    if (picture.progress !== null) return;
    const { name, kind, consent } = values;
    const sent = { name, kind, ...(consent ? { consent: "true" } : {}) };
    change(key, { progress: 0, problem: null });
    const errors = kind ? await check(sent) : { kind: "Please say what the picture shows." };
    change(key, { errors });
    if (Object.keys(errors).length > 0) return change(key, { progress: null });
    const body = new FormData();
    for (const [field, value] of Object.entries(sent)) body.set(field, value);
    body.set("file", file, "picture");
    const listed = client.getQueryData<ApiAnswer<typeof listReferences>>(queryKey(listReferences, {}));
    const before = unanswered.current.get(key) ?? listed?.body.data.map(({ id }) => id) ?? [];
    const sendNow = () => upload(addReference, body, (progress) => change(key, { progress }));
    try {
      const added = (await findAdded(picture)) ?? (await sendNow()).body.data;
      answered.current.add(added.id);
      remove(picture);
      onAdded(added.name);
    } catch (error) {
      if (mayBeDone(error)) {
        unanswered.current.set(key, before);
        onUnanswered();
      }
      const fields = fieldsOf(error);
      const problem = error instanceof Error ? error.message : "The picture could not be sent.";
      const isOfFields = ["name", "kind", "consent"].some((field) => field in fields);
      change(key, { progress: null, errors: fields, problem: isOfFields ? null : problem });
    }
  }

  return { pictures, refused, add, put, remove, edit, send };
}
