import { consentSentence, type ReferenceKind } from "#contract/reference-kinds.ts";
import { kindOptions, kinds } from "#web/features/references/kinds.ts";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";

export interface ReferenceValues {
  name: string;
  /** Blank until one is chosen. */
  kind: ReferenceKind | "";
  consent: boolean;
}

/** What a picture is called and what it shows; a face asks whether it may be used. */
export function ReferenceFields(props: {
  values: ReferenceValues;
  errors: Record<string, string>;
  /** It was one before, and needs no new consent. */
  wasFace?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (values: ReferenceValues) => void;
}) {
  const { values, errors, onChange, disabled = false } = props;
  return (
    <>
      <TextInput
        size="sm"
        label="Name"
        value={values.name}
        maxLength={100}
        error={errors.name}
        errorRole="alert"
        disabled={disabled}
        autoFocus={props.autoFocus}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        label="What it shows"
        data={values.kind ? kindOptions : [{ value: "", label: "Please choose" }, ...kindOptions]}
        value={values.kind}
        error={errors.kind}
        errorRole="alert"
        disabled={disabled}
        description={values.kind ? kinds[values.kind].use : undefined}
        descriptionBelow
        onChange={(event) => onChange({ ...values, kind: event.currentTarget.value as ReferenceKind })}
      />
      {values.kind === "face" && !props.wasFace && (
        <Checkbox
          label={consentSentence}
          checked={values.consent}
          error={errors.consent}
          errorRole="alert"
          disabled={disabled}
          onChange={(event) => onChange({ ...values, consent: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
