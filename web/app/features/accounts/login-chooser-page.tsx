import { titled } from "../../titled.ts";
import { Chooser } from "./chooser.tsx";

export const meta = () => titled("Login", "Sign in to Plumbline as a business member or as an advisor.");

/** Business members and advisors have separate sign-in pages (row A-12). */
export default function LoginChooserPage() {
  return (
    <Chooser
      title="Welcome back"
      sentence="Which of the two are you?"
      choices={[
        {
          to: "/sign-in/customer",
          title: "Login as a Business Member",
          text: "Your matches, conversations, engagements and invoices.",
        },
        {
          to: "/sign-in/advisor",
          title: "Login as an Advisor",
          text: "Your clients, proposals, reviews and payouts.",
        },
      ]}
      otherwise={{ text: "New here?", to: "/apply", link: "Apply to join" }}
    />
  );
}
