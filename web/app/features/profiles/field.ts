import type { useSchemaForm } from "../../ui/use-schema-form.ts";

/** A form's `field`, which returns the props of an input. */
export type Field = ReturnType<typeof useSchemaForm>["field"];
