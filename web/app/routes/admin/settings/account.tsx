import { ProfileScreen } from "#web/features/accounts/profile-screen.tsx";
import { PanelHeader } from "#web/ui/editing/panel.tsx";

export default function AccountSettings() {
  return (
    <>
      <PanelHeader title="Account Settings" description="Who you are here, and how you sign in." />
      <ProfileScreen place="back-office" />
    </>
  );
}
