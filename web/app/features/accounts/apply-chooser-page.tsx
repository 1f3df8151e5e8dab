import { pricesInWords } from "@plumbline/contract/membership/rules.ts";
import { pricesContext } from "../../context.ts";
import { titled } from "../../titled.ts";
import type { Route } from "./+types/apply-chooser-page.ts";
import { Chooser } from "./chooser.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(pricesContext)();

export const meta = () => titled("Apply", "Apply to join as a business member or as an advisor.");

/** Row A-01. */
export default function ApplyChooserPage({ loaderData }: Route.ComponentProps) {
  return (
    <Chooser
      title="How would you like to join?"
      sentence="Either way it takes about ten minutes, and a person reads what you write."
      choices={[
        {
          to: "/apply-business-member",
          title: "Apply as a Business Member",
          text: `You run a scaling business and want advice from someone who has done it. ${pricesInWords(loaderData)} once you are approved.`,
        },
        {
          to: "/apply-advisor",
          title: "Apply as an Advisor",
          text: "You have built, led or funded growing businesses and want to help others do it. There is no joining fee.",
        },
      ]}
      otherwise={{ text: "Already a member?", to: "/sign-in", link: "Log in" }}
    />
  );
}
