import { type ReactNode, useRef, useState } from "react";

type Errors = Record<string, ReactNode>;

/** What a form holds, as it was at first and as it is now. A path is dotted: "links.2.url". */
export type FormValues<V> = {
  /** As they are rendered. `getValues` has them as they are by now. */
  values: V;
  errors: Errors;
  getValues: () => V;
  getInitialValues: () => V;
  /** Other fields stay. */
  setValues: (part: Partial<V>) => void;
  setFieldValue: (path: string, value: unknown) => void;
  setInitialValues: (values: V) => void;
  setErrors: (errors: Errors) => void;
  isDirty: () => boolean;
  /** Back to the initial values. */
  reset: () => void;
  getInputProps: (path: string, options?: { type: "checkbox" }) => InputProps;
  insertListItem: (path: string, item: unknown) => void;
  removeListItem: (path: string, index: number) => void;
  reorderListItem: (path: string, move: { from: number; to: number }) => void;
};

/** For a field of any kind: `onChange` takes its event or its value. */
type InputProps = {
  id: string;
  error: ReactNode;
  value?: never;
  checked?: never;
  onChange: (given: unknown) => void;
};

/** `idOf` is the id of a path's field. */
export function useFormValues<V extends object>(start: V, idOf: (path: string) => string): FormValues<V> {
  const [values, setState] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  const latest = useRef(values);
  const initial = useRef(values);

  function put(next: V) {
    latest.current = next;
    setState(next);
  }

  /** What was wrong with a field is no more told once it is changed. */
  function setFieldValue(path: string, value: unknown) {
    setErrors(({ [path]: _, ...others }) => others);
    put(withAt(latest.current, path, value));
  }

  /** Gives each entry of a list, and what was wrong with it, its place in the new order of their former indices. */
  function order(path: string, next: (indices: number[]) => number[]) {
    const list = at(latest.current, path) as unknown[];
    const indices = next([...list.keys()]);
    setErrors((now) => movedErrors(now, path, indices));
    put(
      withAt(
        latest.current,
        path,
        indices.map((index) => list[index]),
      ),
    );
  }

  return {
    values,
    errors,
    getValues: () => latest.current,
    getInitialValues: () => initial.current,
    setValues(part) {
      setErrors({});
      put({ ...latest.current, ...part });
    },
    setFieldValue,
    setInitialValues(next) {
      initial.current = next;
    },
    setErrors,
    isDirty: () => !isEqual(latest.current, initial.current),
    reset() {
      setErrors({});
      put(initial.current);
    },
    getInputProps: (path, options) => ({
      id: idOf(path),
      error: errors[path],
      [options?.type === "checkbox" ? "checked" : "value"]: at(latest.current, path) as never,
      onChange: (given) => setFieldValue(path, enteredIn(given)),
    }),
    insertListItem: (path, item) =>
      put(withAt(latest.current, path, [...(at(latest.current, path) as unknown[]), item])),
    removeListItem: (path, index) => order(path, (indices) => indices.filter((each) => each !== index)),
    reorderListItem: (path, { from, to }) =>
      order(path, (indices) => indices.filter((each) => each !== from).toSpliced(to, 0, from)),
  };
}

function enteredIn(given: unknown): unknown {
  if (typeof given !== "object" || given === null || !("currentTarget" in given)) return given;
  const field = given.currentTarget as HTMLInputElement;
  return field.type === "checkbox" ? field.checked : field.value;
}

type Part = Record<string, unknown>;

function at(values: unknown, path: string): unknown {
  return path.split(".").reduce((part, name) => (part as Part | undefined)?.[name], values);
}

/** A copy with another value there; the parts beside the path stay the same objects. */
export function withAt<V>(values: V, path: string, value: unknown): V {
  const [name = "", ...rest] = path.split(".");
  const copy = (Array.isArray(values) ? [...values] : { ...values }) as Part;
  copy[name] = rest.length === 0 ? value : withAt(copy[name], rest.join("."), value);
  return copy as V;
}

/** `indices`: of a list's entries in their new order, each one's former index. */
export function movedErrors(errors: Errors, path: string, indices: number[]): Errors {
  const moved = Object.entries(errors).flatMap(([key, error]) => {
    if (!key.startsWith(`${path}.`)) return [[key, error]];
    const [index, ...rest] = key.slice(path.length + 1).split(".");
    const place = indices.indexOf(Number(index));
    return place < 0 ? [] : [[[path, place, ...rest].join("."), error]];
  });
  return Object.fromEntries(moved);
}

/** Whether two values of a form are the same, in whatever order their fields came. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqual((one as Part)[name], (other as Part)[name]))
  );
}
