import { z } from "zod";
import { emailMessage } from "../email-address.ts";
import { endpoint } from "../endpoint.ts";
import { chosen, Email, isVisible, Moment, optional, required, Whole, webAddress } from "../fields.ts";
import { accountStates } from "../product.ts";
import { publicForms } from "../public-forms.ts";
import { texts } from "./rules.ts";
import { twoStepTexts } from "./two-step-rules.ts";

const Password = z.string(texts.enterPassword).min(1, texts.enterPassword).max(1000);
/** The plural; the server turns the singular alias into it (decision 12). */
export const RolePath = z.object({ role: z.enum(["customers", "advisors"]) });

/**
 * Our addition (decision 49): a client that has signed in before sends the device token it received then, and is not
 * locked out when others guess at the account's password. The token grants no access by itself.
 */
const DeviceToken = z.string().max(200).optional();

/** The same with staff, for endpoints about passwords, which staff have too. */
const AccountPath = z.object({ role: z.enum(["customers", "advisors", "staff"]) });

/** The response to signing in and to creating a password: the specification's auth session. */
export const SignedIn = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  /** Seconds. */
  expires_in: Whole,
  /** The client keeps it beyond the session and sends it with the next sign-in. */
  device_token: z.string(),
  stripe_setup: z.boolean(),
  profile_setup: z.boolean(),
  result: z.object({
    id: Whole,
    email: z.string(),
    role: z.enum(["customer", "advisor", "staff"]),
    state: z.enum(accountStates),
  }),
});

export const SignInForm = z.object({
  email: Email,
  password: Password,
});

/** Row A-14. */
export const signIn = endpoint({
  method: "POST",
  path: publicForms.signIn.path,
  for: "anyone",
  summary: "Sign in: an access token for an active account of the given role.",
  body: SignInForm.extend({
    user: z.unknown().optional(),
    owner_type: z.enum(["customer", "advisor", "staff"], "must be customer, advisor or staff"),
    grant_type: z.literal("password", "must be password"),
    device_token: DeviceToken,
    /** Our addition: the code of an account with two-step sign-in. Without it the refusal says `otp: "required"`. */
    otp: z.string().max(40).optional(),
  }),
  output: SignedIn,
  refusals: "status",
});

export const signOut = endpoint({
  method: "POST",
  path: "/oauth/revoke",
  resumes: true,
  for: "anyone",
  summary: "Sign out: the token answers 401 afterwards and its sockets close.",
  body: z.object({ token: z.string().min(1).max(200) }),
  output: z.undefined(),
  status: 204,
});

const customerFormFields = publicForms.applyAsCustomer.fields;
const name = required(customerFormFields.first_name.missing);

/** The fields of the form: first and last name are separate here and joined in the request. */
export const CustomerApplicationForm = z.object({
  first_name: required(customerFormFields.first_name.missing, 100),
  last_name: required(customerFormFields.last_name.missing, 100),
  email: z.string(customerFormFields.email.missing).trim().min(1, customerFormFields.email.missing).pipe(Email),
  company_name: required(customerFormFields.company_name.missing),
  job_title_id: chosen(customerFormFields.job_title_id.missing),
  country_id: chosen(customerFormFields.country_id.missing),
  city_id: chosen(customerFormFields.city_id.missing),
  industry_id: chosen(customerFormFields.industry_id.missing),
  company_size_id: chosen(customerFormFields.company_size_id.missing),
  investment_or_revenue_id: chosen(customerFormFields.investment_or_revenue_id.missing),
  annual_revenue_id: chosen(customerFormFields.annual_revenue_id.missing),
});
const customerFields = CustomerApplicationForm.shape;

export const applyAsCustomer = endpoint({
  method: "POST",
  path: publicForms.applyAsCustomer.path,
  for: "anyone",
  summary: "Apply as a business member. An address that already applied is answered exactly alike.",
  body: z.object({
    customer: z.object({ email: Email }, emailMessage),
    customer_profile: z.object(
      {
        name,
        job_title_id: customerFields.job_title_id,
        investment_or_revenue_id: customerFields.investment_or_revenue_id,
        annual_revenue_id: customerFields.annual_revenue_id,
      },
      texts.completeAll,
    ),
    customer_company: z.object(
      {
        company_name: customerFields.company_name,
        country_id: customerFields.country_id,
        city_id: customerFields.city_id,
        company_size_id: customerFields.company_size_id,
        industry_id: customerFields.industry_id,
      },
      texts.completeAll,
    ),
  }),
  output: z.object({ message: z.string() }),
  status: 201,
  sendsMail: true,
  limit: 20,
});

const advisorFormFields = publicForms.applyAsAdvisor.fields;
export const AdvisorApplicationForm = z.object({
  first_name: required(advisorFormFields.first_name.missing, 100),
  last_name: required(advisorFormFields.last_name.missing, 100),
  email: z.string(advisorFormFields.email.missing).trim().min(1, advisorFormFields.email.missing).pipe(Email),
  linkedin_profile_url: webAddress(required(advisorFormFields.linkedin_profile_url.missing, 300)),
  based_in_uk: z.enum(["true", "false"], advisorFormFields.based_in_uk.missing),
  classification_type_id: chosen(advisorFormFields.classification_type_id.missing),
  advisory_experience: required(advisorFormFields.advisory_experience.missing, 5000),
  origin: optional(500),
  referred_advisors: z
    .array(z.string().trim().max(200))
    .length(3)
    .refine((names) => names.every(isVisible), advisorFormFields.referred_advisors.missing),
});
const advisorFields = AdvisorApplicationForm.shape;

export const applyAsAdvisor = endpoint({
  method: "POST",
  path: publicForms.applyAsAdvisor.path,
  for: "anyone",
  summary: "Apply as an advisor. An address that already applied is answered exactly alike.",
  body: z.object({
    advisor: z.object({ email: Email }, emailMessage),
    advisor_profile: z.object(
      {
        name,
        linkedin_profile_url: advisorFields.linkedin_profile_url,
        based_in_uk: z.union(
          [z.boolean().transform(String), z.enum(["true", "false"])],
          advisorFormFields.based_in_uk.missing,
        ),
        classification_type_id: advisorFields.classification_type_id,
        advisory_experience: advisorFields.advisory_experience,
        origin: advisorFields.origin,
        // Our addition: clients that only know the specification leave it out (decision 9).
        referred_advisors: z.array(z.string().trim().max(200)).max(3).default([]),
      },
      texts.completeAll,
    ),
  }),
  output: z.object({ message: z.string() }),
  status: 201,
  sendsMail: true,
  limit: 20,
});

export const confirmEmail = endpoint({
  method: "GET",
  path: "/api/{role}/confirmation",
  for: "anyone",
  summary: "Verify an e-mail address with the token of the link; 422 when it was used or has run out.",
  params: RolePath,
  query: z.object({ confirmation_token: z.string().max(200).default("") }),
  output: z.object({ message: z.string(), state: z.enum(accountStates) }),
  sendsMail: true,
  limit: 60,
});

export const requestConfirmation = endpoint({
  method: "POST",
  path: "/api/{role}/confirmation",
  for: "anyone",
  summary:
    "Ask for a new link to verify an e-mail address: by the address, which is answered alike whether or not it is known, or by the token of an older link.",
  params: RolePath,
  body: z.union(
    [z.object({ email: Email }), z.object({ confirmation_token: z.string().min(1).max(200) })],
    emailMessage,
  ),
  output: z.object({ message: z.string() }),
  sendsMail: true,
  limit: 10,
});

export const createPassword = endpoint({
  method: "PUT",
  path: "/api/{role}/password",
  for: "anyone",
  summary: "Create or reset a password with the token of an e-mailed link; signs in.",
  params: AccountPath,
  body: z.object({
    reset_password_token: z.string().max(200).default(""),
    password: z.string("Please enter your password").max(1000),
    device_token: DeviceToken,
    /** For an account with two-step sign-in: a new password alone opens nothing. */
    otp: z.string().max(40).optional(),
  }),
  output: SignedIn,
  limit: 30,
});

export const requestReset = endpoint({
  method: "POST",
  path: "/api/{role}/password",
  for: "anyone",
  summary: "Ask for a reset link; answers the same whether or not the address is known.",
  params: AccountPath,
  body: z.object({ user: z.unknown().optional(), email: Email }),
  output: z.object({ message: z.string() }),
  sendsMail: true,
  limit: 10,
});

/** Our addition: the code of an account with two-step sign-in. Without it the refusal is one of the field `otp`. */
export const CodeAgain = z.string().trim().max(40, twoStepTexts.wrongCode).optional();

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/{role}/profile/change_password",
  for: "account",
  summary: "Change the password, with the current one and the second step's code; all other sessions end.",
  params: AccountPath,
  body: z.object({
    current_password: Password,
    password: Password,
    confirmPassword: Password,
    otp: CodeAgain,
  }),
  inSteps: true,
  output: z.object({ message: z.string() }),
  limit: 20,
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/sessions",
  for: "account",
  summary: "My sessions, newest first.",
  output: z.object({
    entries: z.array(
      z.object({ id: Whole, user_agent: z.string().nullable(), created_at: Moment, current: z.boolean() }),
    ),
  }),
});

export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/api/email_change",
  for: "anyone",
  summary: "Make the address that a link was sent to the account's, with the token of the link.",
  body: z.object({ token: z.string().max(200).default("") }),
  output: z.object({ message: z.string(), email: z.string() }),
  limit: 30,
});
