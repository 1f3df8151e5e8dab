import type { FastifyInstance } from "fastify";
import { type Context, inTransaction } from "./call.ts";
import { answerChallenge } from "./charging.ts";
import { problemPage } from "./connect-pages.ts";
import { parseForm } from "./form.ts";
import { settleIntent } from "./invoicing.ts";
import { html, layout, pounds } from "./markup.ts";
import { text } from "./params.ts";
import { answerSetupChallenge } from "./setup-intents.ts";

type Parts = { context: Context; afterCommit: () => void };

/** The 3-D Secure challenge, shown in a modal of Stripe.js or, with a return_url, as a page of its own. */
export function mountChallenge(app: FastifyInstance, { context, afterCommit }: Parts): void {
  const waiting = (id: string, secret: string | null | undefined) => {
    const intent = context.objects.get("payment_intent", id) ?? context.objects.get("setup_intent", id);
    return intent?.client_secret === secret && intent?.status === "requires_action" ? intent : undefined;
  };

  app.get<{ Params: { id: string } }>("/3ds/:id", (request, reply) => {
    const { id } = request.params;
    const secret = text(parseForm(request.url.split("?")[1] ?? ""), "client_secret");
    const intent = waiting(id, secret);
    reply.type("text/html; charset=utf-8");
    if (!intent)
      return reply.code(404).send(problemPage("Nothing to authenticate", "This payment is not waiting for you."));
    const amount = intent.object === "payment_intent" ? html` of <strong>${pounds(intent.amount)}</strong>` : "";
    return reply.send(
      layout(
        "Confirm it is you",
        html`<p class="lead">Your bank asks you to confirm this payment${amount} to Plumbline.</p>
<form method="post" action="${id}"><input type="hidden" name="client_secret" value="${secret}">
<p class="actions"><button type="submit" name="outcome" value="complete">Complete authentication</button>
<button type="submit" name="outcome" value="fail" class="quiet">Fail authentication</button></p></form>`,
      ),
    );
  });

  app.post<{ Params: { id: string } }>("/3ds/:id", (request, reply) => {
    const { id } = request.params;
    const params = parseForm(String(request.body ?? ""));
    const passed = params.outcome === "complete";
    const secret = text(params, "client_secret");
    const intent = waiting(id, secret);
    if (intent) {
      inTransaction(context, () => {
        if (intent.object === "setup_intent") answerSetupChallenge(context, intent, passed);
        else settleIntent(context, answerChallenge(context, intent, passed));
      });
      afterCommit();
    }
    const back = context.store.note<string>(`return:${id}`);
    if (back) return reply.redirect(returnAddress(context, back, id, secret ?? ""), 303);
    return reply.type("text/html; charset=utf-8").send(donePage);
  });
}

function returnAddress(context: Context, back: string, id: string, secret: string): string {
  const intent = context.objects.get("payment_intent", id) ?? context.objects.get("setup_intent", id);
  const url = new URL(back);
  url.searchParams.set(id.startsWith("pi_") ? "payment_intent" : "setup_intent", id);
  url.searchParams.set(id.startsWith("pi_") ? "payment_intent_client_secret" : "setup_intent_client_secret", secret);
  url.searchParams.set("redirect_status", intent?.status === "succeeded" ? "succeeded" : "failed");
  return url.toString();
}

/** Posts a message to the parent page when the challenge is done; Stripe.js then fetches the result. */
const donePage = layout(
  "Thank you",
  html`<p class="lead">You can go back to Plumbline.</p><script src="../js/challenge.js"></script>`,
);
