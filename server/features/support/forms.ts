import { fieldErrors } from "@plumbline/contract/fields.ts";
import { ContactForm, NewsletterForm } from "@plumbline/contract/support/contract.ts";
import type { z } from "zod";
import type { House } from "../../house.ts";
import { isUnavailable } from "../../platform/database-errors.ts";
import { outOfOrder, Problem } from "../../platform/problems.ts";
import { addSubscriber, receiveMessage } from "./actions.ts";

type Outcome = { message: string } | { errors: Record<string, string[]> };

/** The same two forms as they come when a browser posts them by itself: the page is drawn again with what this answers. */
export function visitorForms(house: House) {
  const taken =
    <S extends z.ZodType>(schema: S, act: (house: House, input: z.output<S>) => Promise<{ message: string }>) =>
    async (values: Record<string, string>): Promise<Outcome> => {
      const parsed = schema.safeParse(values);
      if (!parsed.success) return { errors: fieldErrors(parsed.error) };
      try {
        return await act(house, parsed.data);
      } catch (error) {
        if (error instanceof Problem) return { errors: error.errors as Record<string, string[]> };
        house.log.error({ err: error }, "a visitor's form failed");
        if (isUnavailable(error)) return { errors: outOfOrder().errors as Record<string, string[]> };
        return { errors: { base: ["Something went wrong on our side. Please try again in a moment."] } };
      }
    };
  return { contact: taken(ContactForm, receiveMessage), newsletter: taken(NewsletterForm, addSubscriber) };
}
