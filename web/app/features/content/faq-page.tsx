import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { contentContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/faq-page.ts";
import { foundAs } from "./found.ts";
import classes from "./page.module.css";
import { Missing, PlainHead, RichText } from "./parts.tsx";
import { fieldsOf, plain, rowsOf } from "./text.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const fields = fieldsOf(await context.get(contentContext).page(pageIds.faq));
  return {
    site: context.get(siteContext),
    title: plain(fields.hero_title) || "Questions, answered plainly.",
    description: plain(fields.hero_description) || "If yours is not here, write to us.",
    groups: rowsOf(fields.faq_groups).map(({ faq_tab_name, questions }) => ({
      name: plain(faq_tab_name),
      questions: rowsOf(questions).map(({ question_title, faq_answer }) => ({
        question: plain(question_title),
        answer: typeof faq_answer === "string" ? faq_answer : "",
      })),
    })),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return [];
  const questions = loaderData.groups.flatMap(({ questions }) => questions);
  const mainEntity = questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: plain(answer) },
  }));
  return foundAs({
    site: loaderData.site,
    title: "Frequently asked questions",
    description: loaderData.description,
    path: "/faq",
    about: mainEntity.length > 0 ? [{ "@type": "FAQPage", mainEntity }] : [],
  });
};

/** Grouped questions from page 243; opening one closes the other, without scripts (row C-12). */
export default function FaqPage({ loaderData }: Route.ComponentProps) {
  const { title, description, groups } = loaderData;
  return (
    <div className={`wrap ${classes.page}`}>
      <PlainHead eyebrow="FAQ" title={title} sentence={description} />
      {groups.length === 0 && <Missing what="The questions" />}
      <div className={classes.faq}>
        {groups.map(({ name, questions }) => (
          <section key={name}>
            <h2>{name}</h2>
            {questions.map(({ question, answer }) => (
              <details key={question} name="faq">
                <summary>{question}</summary>
                <div className={classes.answer}>
                  <RichText html={answer} />
                </div>
              </details>
            ))}
          </section>
        ))}
        <p style={{ marginTop: 40 }}>
          <ButtonLink to="/contact" variant="line">
            Ask us something else
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
