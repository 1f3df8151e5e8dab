import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { sectionsOf } from "../content/copy.ts";
import { emphasised, fieldsOf, linkOf, pictureOf, plain, rowsOf } from "../content/text.ts";

/** The hero's texts while the content service has never answered: a home page needs a title. */
const heroWithoutService = {
  title: "Advice that <em>hangs true.</em>",
  description:
    "Plumbline introduces scaling UK businesses to people who have done it before, tells you exactly why they fit, and keeps the work, the money and the paperwork straight.",
};

const maxStars = 5;

/** The content of the public home page, from pages 41 and 43 (decision 36); missing parts are left out (row C-01). */
export async function homeCopy(content: ContentReader) {
  const [main, shared, process] = await Promise.all([
    content.page(pageIds.home),
    content.page(pageIds.mainHome),
    content.page(pageIds.howItWorks),
  ]);
  const home = fieldsOf(main);
  const rest = fieldsOf(shared);
  const feedback = { title: plain(rest.feedback_title), link: linkOf(rest.feedback_link) };
  return {
    hero: {
      title: emphasised(home.hero_title || heroWithoutService.title),
      description: plain(home.hero_description) || heroWithoutService.description,
    },
    sections: sectionsOf(home.body_sections),
    steps: rowsOf(fieldsOf(process).process_steps)
      .slice(0, 4)
      .map(({ step_title, step_description }) => ({ title: plain(step_title), text: plain(step_description) })),
    logos: rowsOf(rest.logos).flatMap(({ name, logo, image }) => {
      const picture = pictureOf(logo ?? image);
      return picture ? [{ ...picture, alt: picture.alt || plain(name) }] : [];
    }),
    testimonials: rowsOf(rest.testimonials).map(({ user_name, sub_title, comment, rating, profile_image }) => ({
      name: plain(user_name),
      role: plain(sub_title),
      comment: plain(comment),
      stars: Math.min(maxStars, Math.max(0, Math.round(Number(rating)) || 0)),
      picture: pictureOf(profile_image),
    })),
    feedback: feedback.title
      ? { ...feedback, text: plain(rest.feedback_description), button: plain(rest.feedback_button) || "Contact us" }
      : null,
  };
}

export type HomeCopy = Awaited<ReturnType<typeof homeCopy>>;
