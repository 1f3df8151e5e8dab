import type { Form } from "./form.ts";
import { html, layout } from "./markup.ts";

const hiddenFields = ["client_id", "response_type", "scope", "state", "redirect_uri"];

const documentsLater = html`<p class="choice"><input type="checkbox" id="documents_later" name="documents_later">
<label for="documents_later">Leave identity documents for later</label></p>
<p class="hint">Without them the account is connected but may not be paid yet.</p>`;

/**
 * The page on which a person connects an account to the platform, or refuses. Actions are relative: the page may be shown
 * below a proxy's path.
 */
export function authorizePage(params: Form, email: string): string {
  const hidden = hiddenFields.map((name) =>
    typeof params[name] === "string" ? html`<input type="hidden" name="${name}" value="${params[name]}">` : null,
  );
  return layout(
    "Connect your account",
    html`<p class="lead">Plumbline would like to pay you through Stripe. Connecting lets it see that you may be paid and send you your share of each invoice.</p>
<form method="post" action="authorize">
${hidden}
<p><label for="email">Email</label><input type="email" id="email" name="email" value="${email}" autocomplete="email"></p>
${documentsLater}
<p class="actions"><button type="submit" name="decision" value="connect">Connect my account</button>
<button type="submit" name="decision" value="refuse" class="quiet">Refuse</button></p>
</form>`,
  );
}

/** The form that stands for Stripe's questions to an account holder; it posts to `link`. */
export function onboardingPage(link: string): string {
  return layout(
    "Set up payouts",
    html`<p class="lead">Confirm your details so that your share of each invoice can be paid out to you.</p>
<form method="post" action="${link}">
${documentsLater}
<p class="actions"><button type="submit">Confirm and return</button></p>
</form>`,
  );
}

/** A page with one sentence, which is escaped. */
export function problemPage(title: string, message: string): string {
  return layout(title, html`<p class="lead">${message}</p>`);
}
