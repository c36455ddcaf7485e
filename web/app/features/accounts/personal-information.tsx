import { NativeSelect, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import { countries } from "#contract/countries.ts";
import { type ProfileForm, profileForm, updateUserProfile } from "#contract/profile.ts";
import type { UserRecord } from "#contract/users.ts";
import { ApiError, api } from "#web/api/client.ts";
import { type ProfilePlace, profileToasts } from "#web/features/accounts/profile-place.ts";
import { mergedValues } from "#web/ui/editing/merged-values.ts";
import { fieldId, schemaErrors } from "#web/ui/editing/schema-errors.ts";
import { type FormProblem, FormShell } from "#web/ui/form-shell.tsx";

type Values = Omit<ProfileForm, "profileURL"> & { profileURL: string };

function valuesOf(record: UserRecord): Values {
  const { userName, aboutMe, address, city, country, phone } = record;
  return { userName, aboutMe, address, city, country, phone, profileURL: record.profileURL ?? "" };
}

/** A refusal is told in the words of the place; where no answer came, in those for an error. */
function failureText(place: ProfilePlace, error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return "An error occurred while updating your profile.";
  return place === "customer"
    ? "Failed to update profile."
    : `Failed to update profile: ${error.message || "Unknown error"}`;
}

export function PersonalInformation(props: {
  record: UserRecord;
  place: ProfilePlace;
  onSaved: (record: UserRecord) => void;
}) {
  const { record, place } = props;
  const toasts = profileToasts(place);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const form = useForm<Values>({
    initialValues: valuesOf(record),
    validate: schemaErrors(profileForm),
    enhanceGetInputProps: ({ field }) => ({ id: fieldId(String(field)) }),
  });
  useNewerPhoto(record.profileURL ?? "", form);

  function show(errors: Record<string, unknown>, general?: string): void {
    form.setErrors(errors as Record<string, string>);
    const named = Object.entries(errors).map(([path, message]) => ({
      message: String(message),
      fieldId: fieldId(path),
    }));
    setProblems(general ? [{ message: general }, ...named] : named);
  }

  async function save(values: Values): Promise<void> {
    setBusy(true);
    setProblems([]);
    try {
      const { data } = await api(updateUserProfile, { params: { id: record._id }, body: values });
      const saved = valuesOf(data.data);
      // What was typed while the save was on its way is not in its answer, and stays.
      const kept = mergedValues(values, form.getValues(), saved);
      form.setInitialValues(saved);
      form.setValues(kept);
      props.onSaved(data.data);
      toasts.success("Profile updated successfully!");
    } catch (error) {
      const text = failureText(place, error);
      show(error instanceof ApiError ? error.fields : {}, text);
      toasts.error(text);
    } finally {
      setBusy(false);
    }
  }

  const country = form.values.country;
  const known: readonly string[] = countries;
  // A country that was stored in another form stays choosable.
  const options = ["", ...known, ...(country === "" || known.includes(country) ? [] : [country])];
  return (
    <FormShell
      title="Personal information"
      description="Checkouts start from what you enter here."
      submitLabel="Save Changes"
      busyLabel="Saving..."
      busy={busy}
      stickyActions
      dirty={form.isDirty()}
      problems={problems}
      onSubmit={form.onSubmit(save, (errors) => show(errors))}
    >
      <TextInput
        label="Name"
        autoComplete="name"
        required
        maxLength={200}
        {...form.getInputProps("userName")}
      />
      <TextInput
        label="Email"
        type="email"
        readOnly
        value={record.email}
        description="Email address cannot be changed"
      />
      <Textarea label="About me" maxLength={5000} {...form.getInputProps("aboutMe")} />
      <TextInput
        label="Photo address"
        description="The address of a picture, instead of an upload."
        inputMode="url"
        maxLength={2048}
        {...form.getInputProps("profileURL")}
      />
      <TextInput
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        {...form.getInputProps("address")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="City"
          autoComplete="address-level2"
          maxLength={200}
          {...form.getInputProps("city")}
        />
        <NativeSelect
          label="Country"
          autoComplete="country-name"
          data={options.map((value) => ({ value, label: value || "Not chosen" }))}
          {...form.getInputProps("country")}
        />
      </SimpleGrid>
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={50}
        {...form.getInputProps("phone")}
      />
    </FormShell>
  );
}

/** A photo that was uploaded or removed meanwhile becomes what is saved, and everything that is typed stays. */
function useNewerPhoto(
  profileURL: string,
  form: Pick<UseFormReturnType<Values>, "getInitialValues" | "setInitialValues" | "setFieldValue">,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another photo is to be taken over.
  useEffect(() => {
    if (form.getInitialValues().profileURL === profileURL) return;
    form.setInitialValues({ ...form.getInitialValues(), profileURL });
    form.setFieldValue("profileURL", profileURL);
  }, [profileURL]);
}
