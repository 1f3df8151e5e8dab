export const texts = {
  noCode: "The payment provider sent no code back. Please try again.",
  badCode: "This connection has run out or was used already. Please connect your account again.",
  wrongState: "This return from the payment provider was not started here. Please connect your account again.",
  takenAccount: "This payout account is connected to another member.",
  alreadyConnected: "Your payout account is connected already.",
} as const;

/** Texts for the provider's requirement codes; several codes share one text. */
const requirementTexts: readonly (readonly [RegExp, string])[] = [
  [/verification\.(additional_)?document/, "A document that proves who you are"],
  [/external_account/, "The bank account that we pay into"],
  [/tos_acceptance/, "Your agreement to the provider's terms"],
  [/\.dob\./, "Your date of birth"],
  [/\.(address|phone|email)(\.|$)/, "Your contact details"],
  [/\.(first_name|last_name)$/, "Your name"],
  [/\.id_number|ssn_last_4/, "Your identification number"],
  [/^business_profile|^business_type|^company/, "Details of your business"],
  [/representative|owners|directors|executives|person_/, "Details of the people behind your business"],
];

/** Takes the provider's codes ("individual.verification.document") and returns their texts without repetition. */
export function requirementsInWords(names: readonly string[]): string[] {
  const words = names.map(
    (name) => requirementTexts.find(([pattern]) => pattern.test(name))?.[1] ?? "More details about you",
  );
  return [...new Set(words)];
}
