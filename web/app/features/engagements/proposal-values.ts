import type { Project } from "@plumbline/contract/engagements/contract.ts";
import type { PaymentType } from "@plumbline/contract/engagements/rules.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";

/** The wizard's two steps as typed; files have their names, so that a draft can show them again. */
export type Details = {
  customer_id: number | null;
  name: string;
  theme: number | null;
  description: string;
  start_date: string | null;
  end_date: string | null;
  files: Uploaded[];
  collaborators: string[];
  agreement: boolean;
};
export type Terms = { payment_type: PaymentType; payment_cost: string; payment_span: string };

export const nothing: { details: Details; terms: Terms } = {
  details: {
    customer_id: null,
    name: "",
    theme: null,
    description: "",
    start_date: null,
    end_date: null,
    files: [],
    collaborators: [],
    agreement: false,
  },
  terms: { payment_type: "daily", payment_cost: "", payment_span: "" },
};

/** The initial values of the edit wizard. The terms of use were accepted when the proposal was first sent. */
export function valuesOf(project: Project): { details: Details; terms: Terms } {
  return {
    details: {
      customer_id: project.customer_id,
      name: project.name,
      theme: project.theme,
      description: project.description,
      start_date: project.start_date,
      end_date: project.end_date,
      files: project.attachments.map(({ id, file_name: name, file_size: size }) => ({ id, name, size })),
      collaborators: project.collaborators,
      agreement: true,
    },
    terms: {
      payment_type: project.payment_type,
      payment_cost: project.payment_cost.toFixed(2),
      payment_span: String(project.payment_span),
    },
  };
}
