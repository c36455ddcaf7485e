import { ProfileScreen } from "#web/features/accounts/profile-screen.tsx";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";

export default function AccountSettings() {
  return (
    <>
      <PanelHeader title="Account Settings" description="Your own profile, as on the profile screen." />
      <ProfileScreen place="back-office" />
    </>
  );
}
