/** An e-mail whose wording staff can change. */
export type MailText = {
  label: string;
  to: string;
  /** The placeholders by name, with their values in the preview. */
  placeholders: Readonly<Record<string, string>>;
  subject: string;
  body: string;
};
