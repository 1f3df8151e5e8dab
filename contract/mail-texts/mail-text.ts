/** An e-mail whose wording staff can change. */
export type MailText = {
  label: string;
  to: string;
  /** By name: what stands there in the preview. */
  placeholders: Readonly<Record<string, string>>;
  subject: string;
  body: string;
};
