import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, chosen, chosenSeveral, Moment, Named, Page, Pagination, required, Whole } from "../fields.ts";
import { PublicProfile } from "../profiles/contract.ts";
import { texts } from "./rules.ts";

/** The search preference as the form edits and sends it. */
export const PreferenceForm = z.object({
  industry_id: chosen(texts.industry),
  company_size_id: chosen(texts.size),
  expertise_area_ids: chosenSeveral(texts.expertise),
});

/** The preference last saved; before the first save, what the profile suggests. */
export const Preference = z.object({
  industry: Named.nullable(),
  company_size: Named.nullable(),
  expertise_areas: z.array(Named),
});

export const updatePreference = endpoint({
  method: "PUT",
  path: "/api/searches/update_preference",
  for: "customer",
  summary: "What I look for in an advisor.",
  body: PreferenceForm,
  output: Preference,
});

export const currentPreference = endpoint({
  method: "GET",
  path: "/api/searches/current_preference",
  for: "customer",
  summary: "What I look for, as last saved.",
  output: Preference,
});

/** Why an advisor is listed: the components of the score and a sentence (decision 33). */
export const Match = z.object({
  score: Whole,
  parts: z.array(z.object({ name: z.string(), points: Whole, of: Whole, text: z.string() })),
  reason: z.string(),
  /** The words of the sentence that match the customer's preference. */
  matched: z.array(z.string()),
});
export const MatchedAdvisor = PublicProfile.extend({ match: Match });
export type MatchedAdvisor = z.infer<typeof MatchedAdvisor>;

export const matchedAdvisors = endpoint({
  method: "GET",
  path: "/api/searches/get_advisors",
  for: "customer",
  summary: "At most eight advisors, best first, each with the reasons; 409 without a membership.",
  output: z.array(MatchedAdvisor),
});

export const RequestForm = z.object({ message: required(texts.description, 5000) });

export const requestAdvisor = endpoint({
  method: "POST",
  path: "/api/searches/empty_search",
  for: "customer",
  summary: "What I look for in my own words: a person of the team reads it.",
  body: RequestForm,
  output: z.object({ message: z.string() }),
  status: 201,
  limit: 20,
});

export const myMatches = endpoint({
  method: "GET",
  path: "/api/advisors/matches",
  for: "advisor",
  summary: "How I matched this week, and what would improve it.",
  output: z.object({
    /** Whether the advisor can appear in lists at all. */
    listed: z.boolean(),
    week: CalendarDay,
    /** In how many customers' lists the advisor appeared, how often first, and at which position on average. */
    customers: Whole,
    first: Whole,
    average_position: z.number().nullable(),
    customers_last_week: Whole,
    track_record: z.object({ points: Whole, of: Whole, text: z.string() }),
    advice: z.array(z.object({ text: z.string(), action: z.string().nullable(), label: z.string().nullable() })),
  }),
});

export const listRequests = endpoint({
  method: "GET",
  path: "/api/back-office/requests",
  for: "staff",
  summary: "What customers looked for in their own words, newest first (decision 34).",
  query: z.object({ page: Page }),
  output: z.object({
    entries: z.array(
      z.object({
        id: Whole,
        message: z.string(),
        created_at: Moment,
        customer: z.object({
          id: Whole,
          name: z.string(),
          email: z.string(),
          company_name: z.string().nullable(),
        }),
      }),
    ),
    pagination: Pagination,
  }),
});
