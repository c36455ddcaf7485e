import { useEffect } from "react";
import { countries } from "#contract/countries.ts";
import { updateUserProfile } from "#contract/profile.ts";
import type { ProfileForm } from "#contract/profile-form.ts";
import type { UserRecord } from "#contract/users.ts";
import { api } from "#web/api/client.ts";
import { type ProfilePlace, profileToasts } from "#web/features/accounts/own-user.ts";
import { useSchema } from "#web/ui/check-values.ts";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { NativeSelect, Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { SimpleGrid } from "#web/ui/elements/layout.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";

type Values = Omit<ProfileForm, "profileURL"> & { profileURL: string };

function valuesOf(record: UserRecord): Values {
  const { userName, aboutMe, address, city, country, phone } = record;
  return { userName, aboutMe, address, city, country, phone, profileURL: record.profileURL ?? "" };
}

const noAnswer = "An error occurred while updating your profile.";

export function PersonalInformation(props: {
  record: UserRecord;
  place: ProfilePlace;
  onSaved: (record: UserRecord) => void;
}) {
  const { record, place } = props;
  const toasts = profileToasts(place);
  const editor = useRecordForm<UserRecord, Values>({
    record,
    valuesOf: (found) => valuesOf(found ?? record),
    check: useSchema(async () => (await import("#contract/profile-form.ts")).profileForm),
    save: async (body, version) =>
      (await api(updateUserProfile, { params: { id: record._id }, body: { ...body, version } })).body.data,
    store: props.onSaved,
    onSaved: () => toasts.success("Profile updated successfully!"),
    failureTitle: (_, { said }) =>
      place === "customer"
        ? "Failed to update profile."
        : `Failed to update profile: ${said ?? "Unknown error"}`,
    offlineTitle: noAnswer,
  });
  const { form, failure } = editor;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another photo is to be taken over.
  useEffect(() => {
    // Uploaded or removed beside the form, it becomes what is saved, and everything that is typed stays.
    const { profileURL } = valuesOf(record);
    const [saved, typed] = [form.getInitialValues().profileURL, form.getValues().profileURL];
    if (saved === profileURL) return;
    editor.adoptFields(record, { profileURL });
    if (typed !== saved) form.setFieldValue("profileURL", typed);
  }, [record.profileURL]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once.
  useEffect(() => {
    if (failure) toasts.error(failure.title);
  }, [failure]);

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
      busy={editor.busy}
      stickyActions
      dirty={editor.dirty}
      problems={editor.problems}
      onSubmit={editor.submit}
    >
      <FailureNotice failure={failure} />
      <ConflictNotice editor={editor} subject={undefined} onOverwrite={editor.overwrite} />
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
