import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldsOf, hasCode } from "#web/api/client.ts";
import type { CheckValues } from "#web/ui/check-values.ts";
import { bothChanged, differences, mergedValues } from "#web/ui/editing/differences.ts";
import { type FormValues, useFormValues } from "#web/ui/editing/form-values.ts";
import { type Failure, type FailureTitle, failureOf } from "#web/ui/editing/notices.tsx";
import { type PendingUploads, usePendingUploads } from "#web/ui/editing/pending-uploads.ts";
import type { FormProblem } from "#web/ui/form-shell.tsx";

/** The id that a form's field has, so that the summary of problems can lead to it. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll(".", "-")}`;
}

type Versioned = { version: number };

type Conflict<R, V> = { base: R | null; theirs: R; theirValues: V };

export type RecordForm<R, V> = {
  form: FormValues<V>;
  busy: boolean;
  /** Something was typed, or a picture is on its way. */
  dirty: boolean;
  /** The pictures that a save waits for. */
  uploads: PendingUploads;
  problems: FormProblem[];
  failure: Failure | null;
  setFailure: (failure: Failure | null) => void;
  /** Hides what the last save reported. */
  dismiss: () => void;
  conflict: Conflict<R, V> | null;
  /** What was typed before the other admin's state was loaded. */
  setAside: V | null;
  /** The state that the form started from, or last saved or took over; what is typed is compared with it. */
  base: R | null;
  submit: () => Promise<boolean>;
  overwrite: () => Promise<boolean>;
  loadTheirs: () => void;
  /** Merges their changes with mine and saves nothing yet. Null where fields must not be mixed (`combinable`). */
  combine: (() => void) | null;
  putBack: () => void;
  /** Takes a newer state of the record over, whatever was typed; what was typed after `since` stays. */
  adopt: (record: R, since?: V) => void;
  /**
   * Takes over the version and the named fields, after an action beside the form (a toggle). If the record also holds
   * another admin's edit, the version stays, so that the next save reports the conflict.
   */
  adoptFields: (record: R, fields: Partial<V>) => void;
  /** Back to what is saved. */
  discard: () => void;
};

/**
 * A form over one versioned record (null: a new one). When another admin saved first, it keeps what was typed and
 * offers to load theirs, merge or overwrite. A newer record that arrives while nothing is typed is taken over silently.
 */
export function useRecordForm<R extends Versioned, V extends Record<string, unknown>>(options: {
  record: R | null;
  valuesOf: (record: R | null) => V;
  check: CheckValues<V>;
  /** `base` is the state that the form started from. */
  save: (values: V, version: number | undefined, base: R | null) => Promise<R>;
  /** Keeps the newest state where the record was read from, whether this form saved it or another admin did. */
  store: (record: R) => void;
  onSaved?: (record: R) => void;
  /**
   * Newer records come from this screen's own actions: what is typed is carried over onto them, unless they hold
   * another admin's edit of the same field.
   */
  ownRecords?: boolean;
  /** What a save of these values would overwrite, where that is more than the form's own fields of the record. */
  overwrites?: (record: R, sent: V) => unknown;
  /** False where one field tells what another means, so that two people's fields must not be mixed. */
  combinable?: boolean;
  /** The screen's text for a refused save, and for one that reached no server. */
  failureTitle: FailureTitle;
  offlineTitle?: FailureTitle;
}): RecordForm<R, V> {
  const { record, valuesOf, check, save, store, onSaved, failureTitle, offlineTitle } = options;
  const [base, setBase] = useState(record);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [conflict, setConflict] = useState<Conflict<R, V> | null>(null);
  const [setAside, setSetAside] = useState<V | null>(null);
  /** The save that is under way. Another state that is taken over ends its claim on the form. */
  const sending = useRef<object | null>(null);
  const form = useFormValues<V>(valuesOf(record), fieldId);
  const uploads = usePendingUploads();
  const dirty = form.isDirty() || uploads.count > 0;

  function fill(next: R) {
    const values = valuesOf(next);
    setBase(next);
    form.setInitialValues(values);
    form.setValues(values);
    setProblems([]);
  }

  function rebase(from: R, next: R) {
    const values = mergedValues(valuesOf(from), form.getValues(), valuesOf(next));
    setBase(next);
    form.setInitialValues(valuesOf(next));
    form.setValues(values);
  }

  function adopt(next: R, since?: V) {
    // The answer lacks what was typed while it was on its way: that is kept.
    const typed = since && mergedValues(since, form.getValues(), valuesOf(next));
    fill(next);
    if (typed) form.setValues(typed);
    setConflict(null);
    setFailure(null);
    setSetAside(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer record is to be looked at.
  useEffect(() => {
    if (!record || !base || record.version <= base.version || busy) return;
    if (!dirty) adopt(record);
    else if (options.ownRecords && !bothChanged(valuesOf(base), form.getValues(), valuesOf(record))) {
      rebase(base, record);
    }
  }, [record?.version]);

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors);
    setProblems(
      Object.entries(errors).map(([path, message]) => ({
        message,
        ...(path === "" ? {} : { fieldId: fieldId(path) }),
      })),
    );
  }

  /**
   * Saves over the version of `against`. A conflict with a save that changed none of this form's fields is resolved
   * here: that state becomes the base, and the same values are sent once more. `isCurrent` tells whether the form is
   * still over the record that was sent: one that was opened since has nothing to do with the answer.
   */
  async function send(isCurrent: () => boolean, against: R | null, from = base): Promise<boolean> {
    setFailure(null);
    setBusy(true);
    if (!(await uploads.settled()) || !isCurrent()) return false;
    const sent = form.getValues();
    try {
      const errors = await check(sent);
      if (!isCurrent()) return false;
      showErrors(errors);
      if (Object.keys(errors).length > 0) return false;
      const saved = await save(sent, against?.version, from);
      if (!isCurrent()) return false;
      // At once, so that what follows a save may leave the screen unasked.
      flushSync(() => adopt(saved, sent));
      store(saved);
      onSaved?.(saved);
      return true;
    } catch (error) {
      if (!isCurrent()) return false;
      if (hasCode(error, "STALE_VERSION") && error.data) {
        const theirs = error.data as R;
        const overwritten = (of: R) => options.overwrites?.(of, sent) ?? valuesOf(of);
        const beside = from && differences(overwritten(from), overwritten(theirs)).length === 0;
        if (beside && theirs.version !== against?.version) {
          setBase(theirs);
          return await send(isCurrent, theirs, theirs);
        }
        setConflict({ base: from, theirs, theirValues: valuesOf(theirs) });
      } else {
        const fields = fieldsOf(error);
        if (Object.keys(fields).length > 0) showErrors(fields);
        setFailure(failureOf(error, failureTitle, offlineTitle));
      }
      return false;
    }
  }

  /** A second click, while what checks the form is still on its way, is the same save. */
  async function start(against: R | null): Promise<boolean> {
    if (sending.current) return false;
    const own = {};
    sending.current = own;
    try {
      return await send(() => sending.current === own, against);
    } finally {
      if (sending.current === own) endSaving();
    }
  }

  function endSaving() {
    sending.current = null;
    setBusy(false);
  }

  function combine() {
    if (!conflict?.base) return;
    rebase(conflict.base, conflict.theirs);
    store(conflict.theirs);
    setConflict(null);
  }

  return {
    form,
    busy,
    dirty,
    uploads,
    problems,
    failure,
    setFailure,
    dismiss() {
      setFailure(null);
      setProblems([]);
    },
    conflict,
    setAside,
    base,
    submit: () => start(base),
    overwrite: () => start(conflict?.theirs ?? null),
    loadTheirs() {
      if (!conflict) return;
      const mine = form.getValues();
      adopt(conflict.theirs);
      store(conflict.theirs);
      setSetAside(mine);
    },
    combine: options.combinable === false ? null : combine,
    putBack() {
      if (setAside) form.setValues(setAside);
      setSetAside(null);
    },
    adopt(next, since) {
      endSaving();
      adopt(next, since);
    },
    adoptFields(next, fields) {
      const initial = { ...form.getInitialValues(), ...fields };
      const values = { ...form.getValues(), ...fields };
      const before = { ...valuesOf(base), ...fields };
      if (differences(before, { ...valuesOf(next), ...fields }).length === 0) setBase(next);
      form.setInitialValues(initial);
      form.setValues(values);
    },
    discard() {
      if (base) adopt(base);
      else {
        form.reset();
        setProblems([]);
        setFailure(null);
      }
    },
  };
}
