import type { useSchemaForm } from "../../ui/use-schema-form.ts";

/** A form's `field`: what an input spreads over itself. */
export type Field = ReturnType<typeof useSchemaForm>["field"];
