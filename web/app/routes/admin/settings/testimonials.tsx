import { Testimonials } from "#web/features/site/testimonials.tsx";
import { TestimonialsPanel } from "#web/features/testimonials/testimonials-panel.tsx";

export default function TestimonialSettings() {
  return <TestimonialsPanel preview={(testimonials) => <Testimonials loaded={testimonials} />} />;
}
