import { fieldErrors } from "@plumbline/contract/fields.ts";
import { ContactForm, NewsletterForm } from "@plumbline/contract/support/contract.ts";
import type { z } from "zod";
import type { AppContext } from "../../context.ts";
import { isUnavailable } from "../../database/errors.ts";
import { fieldErrorsOf, Problem, serviceUnavailable } from "../../http/problems.ts";
import { addSubscriber, receiveMessage } from "./actions.ts";

/** `status` is the page's status; absent when the form only needs to be corrected. */
type Outcome = { message: string } | { errors: Record<string, string[]>; status?: number };

/** The same two forms as posted by a browser without scripts; the page is rendered again with the outcome. */
export function visitorForms(context: AppContext) {
  const taken =
    <S extends z.ZodType>(schema: S, act: (context: AppContext, input: z.output<S>) => Promise<{ message: string }>) =>
    async (values: Record<string, string>): Promise<Outcome> => {
      const parsed = schema.safeParse(values);
      if (!parsed.success) return { errors: fieldErrors(parsed.error) };
      try {
        return await act(context, parsed.data);
      } catch (error) {
        if (error instanceof Problem) return { errors: fieldErrorsOf(error) };
        context.log.error({ err: error }, "a visitor's form failed");
        if (isUnavailable(error)) return { errors: fieldErrorsOf(serviceUnavailable()), status: 503 };
        return { errors: { base: ["Something went wrong on our side. Please try again in a moment."] }, status: 500 };
      }
    };
  return { contact: taken(ContactForm, receiveMessage), newsletter: taken(NewsletterForm, addSubscriber) };
}
