import {
  CircleUserRound,
  FileText,
  Image,
  Info,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MessageSquareQuote,
  PackageOpen,
  PanelBottom,
  PanelTop,
  Phone,
  SlidersHorizontal,
  Tags,
  Wallet,
} from "lucide-react";
import type { ComponentType } from "react";
import type { AboutForm } from "#contract/about.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PanelHeader } from "#web/ui/editing/panel.tsx";
import { lateComponent } from "#web/ui/late-component.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { gone } from "#web/ui/use-part.ts";

/** A panel is loaded when it is opened, and with it the public components that its preview shows. */
const whenOpened = (load: () => Promise<ComponentType>) =>
  lateComponent(load, () => <ErrorState title="This panel could not be loaded." {...gone} />);

/** What a public block's record has besides its fields; a preview shows none of it. */
const stamp = { version: 0, createdAt: "", updatedAt: "" };
const loaded = <V extends object>(values: V) => ({ state: "loaded", data: { ...values, ...stamp } }) as const;

const Account = whenOpened(async () => {
  const { ProfileScreen } = await import("#web/features/accounts/profile-screen.tsx");
  return () => (
    <>
      <PanelHeader title="Account Settings" description="Who you are here, and how you sign in." />
      <ProfileScreen place="back-office" />
    </>
  );
});

const Logo = whenOpened(async () => {
  const [{ LogoPanel }, { SiteHeader }] = await Promise.all([
    import("#web/features/admin-content/logo-editor.tsx"),
    import("#web/features/site/site-header.tsx"),
  ]);
  return function LogoSettings() {
    const root = useRootData();
    return (
      <LogoPanel
        preview={(values) => (
          <SiteHeader root={{ ...root, user: null }} footer={loaded(values)} buyCreditsBelow={0} />
        )}
      />
    );
  };
});

const bannerPanel = (home: boolean) =>
  whenOpened(async () => {
    const [{ BannerPanel }, { Hero }] = await Promise.all([
      import("#web/features/admin-content/banner-editor.tsx"),
      import("#web/features/site/hero.tsx"),
    ]);
    return function BannerSettings() {
      const { shop } = useRootData();
      return (
        <BannerPanel home={home} preview={(values) => <Hero block={loaded(values)} shopName={shop.name} />} />
      );
    };
  });

const Features = whenOpened(async () => {
  const [{ FeatureListPanel }, { FeaturesGrid }] = await Promise.all([
    import("#web/features/admin-content/feature-list.tsx"),
    import("#web/features/site/features-grid.tsx"),
  ]);
  return () => <FeatureListPanel preview={(features) => <FeaturesGrid loaded={features} />} />;
});

const About = whenOpened(async () => {
  const [{ AboutPanel }, { AboutSections }] = await Promise.all([
    import("#web/features/admin-content/about-editor.tsx"),
    import("#web/features/site/about-sections.tsx"),
  ]);
  const withoutBlankImages = (section: AboutForm["section1"]) => ({
    ...section,
    images: section.images.filter(({ url }) => url !== ""),
  });
  return () => (
    <AboutPanel
      preview={({ section1, section2 }) => (
        <AboutSections
          loaded={{
            ...stamp,
            isActive: true,
            section1: withoutBlankImages(section1),
            section2: withoutBlankImages(section2),
          }}
        />
      )}
    />
  );
});

const Contact = whenOpened(async () => {
  const [{ ContactPagePanel }, { ContactSection }] = await Promise.all([
    import("#web/features/admin-content/contact-page-editor.tsx"),
    import("#web/features/site/contact-section.tsx"),
  ]);
  return () => (
    <ContactPagePanel
      preview={(values) => <ContactSection loaded={{ ...values, ...stamp }} viewer={null} level={1} />}
    />
  );
});

const GeminiKeys = whenOpened(
  async () => (await import("#web/features/admin-settings/ai-keys-panel.tsx")).AiKeysPanel,
);

const Paypal = whenOpened(
  async () => (await import("#web/features/admin-settings/paypal-settings-editor.tsx")).PaypalSettingsPanel,
);

const Packages = whenOpened(async () => {
  const [{ PackagesPanel }, { Pricing }] = await Promise.all([
    import("#web/features/admin-packages/packages-panel.tsx"),
    import("#web/features/site/pricing.tsx"),
  ]);
  const description = "At most three, in the order of their cards.";
  return function PackageSettings() {
    const { shop } = useViewer();
    return (
      <PackagesPanel
        currency={shop.currency}
        level={3}
        heading={(add) => <PanelHeader title="Packages" description={description} actions={add} />}
        preview={(packages) => <Pricing loaded={packages} shop={shop} />}
      />
    );
  };
});

const Footer = whenOpened(async () => {
  const [{ FooterPanel }, { SiteFooter }] = await Promise.all([
    import("#web/features/admin-content/footer-editor.tsx"),
    import("#web/features/site/site-footer.tsx"),
  ]);
  return function FooterSettings() {
    const { shop } = useRootData();
    return <FooterPanel preview={(values) => <SiteFooter block={loaded(values)} shopName={shop.name} />} />;
  };
});

const TestimonialList = whenOpened(async () => {
  const [{ TestimonialsPanel }, { Testimonials }] = await Promise.all([
    import("#web/features/admin-content/testimonials-panel.tsx"),
    import("#web/features/site/testimonials.tsx"),
  ]);
  return () => <TestimonialsPanel preview={(testimonials) => <Testimonials loaded={testimonials} />} />;
});

const LegalPages = whenOpened(async () => {
  const [{ LegalPagesPanel }, { LegalPage }] = await Promise.all([
    import("#web/features/admin-content/legal-pages-panel.tsx"),
    import("#web/features/site/text-page.tsx"),
  ]);
  return () => <LegalPagesPanel preview={(page) => <LegalPage page={page} />} />;
});

const Generator = whenOpened(
  async () => (await import("#web/features/admin-settings/shop-settings-editor.tsx")).ShopSettingsPanel,
);

const Items = whenOpened(async () => {
  const [{ ItemsPanel }, { ItemPage }] = await Promise.all([
    import("#web/features/admin-items/items-panel.tsx"),
    import("#web/features/site/item-page.tsx"),
  ]);
  const description = "Digital goods beside the packages.";
  return function ItemSettings() {
    const { currency } = useViewer().shop;
    return (
      <ItemsPanel
        currency={currency}
        heading={(add) => <PanelHeader title="Items" description={description} actions={add} />}
        preview={(item) => <ItemPage item={item} others={[]} currency={currency} />}
      />
    );
  };
});

type Panel = { key: string; label: string; icon: LucideIcon; Panel: ComponentType };

/** The documented entries first, in their order; then the screens that the documents give no entry. */
export const panels: Panel[] = [
  { key: "account", label: "Account", icon: CircleUserRound, Panel: Account },
  { key: "logo", label: "Logo Update", icon: Image, Panel: Logo },
  { key: "banner", label: "Banner Section", icon: PanelTop, Panel: bannerPanel(false) },
  { key: "features", label: "Featured Section", icon: LayoutGrid, Panel: Features },
  { key: "about", label: "About Section", icon: Info, Panel: About },
  { key: "contact", label: "Contact Page Settings", icon: Phone, Panel: Contact },
  { key: "gemini-keys", label: "Gemini Keys", icon: KeyRound, Panel: GeminiKeys },
  { key: "paypal", label: "Paypal Setup", icon: Wallet, Panel: Paypal },
  { key: "packages", label: "Packages", icon: Tags, Panel: Packages },
  { key: "footer", label: "Footer Section", icon: PanelBottom, Panel: Footer },
  { key: "testimonials", label: "Testimonials", icon: MessageSquareQuote, Panel: TestimonialList },
  { key: "legal-pages", label: "Legal pages", icon: FileText, Panel: LegalPages },
  { key: "generator", label: "Generator", icon: SlidersHorizontal, Panel: Generator },
  { key: "items", label: "Items", icon: PackageOpen, Panel: Items },
];

/** Reached by URL only: the same banner under its other name. */
export const hiddenPanels: Panel[] = [
  { key: "home-banner", label: "Home Banner", icon: PanelTop, Panel: bannerPanel(true) },
];
