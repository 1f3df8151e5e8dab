import type Stripe from "stripe";
import { type Call, fromPath } from "./call.ts";
import type { Form } from "./form.ts";
import { newId } from "./ids.ts";
import { page } from "./lists.ts";
import { group, integer, requiredText, text } from "./params.ts";
import { invalid, missing } from "./problems.ts";

/** What Stripe takes as evidence in one file, in bytes, and in which formats. */
const largest = 5 * 1024 * 1024;
const formats: Record<string, string> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" };

/** POST /v1/files, which Stripe serves on files.stripe.com. The bytes are counted and not kept. */
export function createFile(call: Call): Stripe.File {
  const { context, params } = call;
  const purpose = requiredText(params, "purpose");
  if (purpose !== "dispute_evidence") throw invalid(`Invalid purpose: must be one of dispute_evidence`, "purpose");
  const file: Form | undefined = group(params, "file");
  if (!file) throw missing("file");
  const type = formats[text(file, "type") ?? ""];
  const size = integer(file, "size") ?? 0;
  if (!type) throw invalid("Files for dispute_evidence must be a PDF, JPEG or PNG.", "file");
  if (size === 0 || size > largest) throw invalid("The file for dispute_evidence must be at most 5 MB.", "file");
  const id = newId("file");
  const made: Stripe.File = {
    id,
    object: "file",
    created: context.clock.now(),
    expires_at: null,
    filename: text(file, "name") ?? null,
    links: null,
    purpose,
    size,
    title: null,
    type,
    url: `${context.origin}/v1/files/${id}/contents`,
  };
  context.objects.put(made);
  return made;
}

/** GET /v1/files/:id: name, size in bytes and purpose. Throws 404 for an unknown id. */
export const retrieveFile = (call: Call): Stripe.File => fromPath(call, "file");

/** GET /v1/files, by purpose. */
export const listFiles = (call: Call): Stripe.ApiList<Stripe.File> => page(call, "file", { purpose: "purpose" });
