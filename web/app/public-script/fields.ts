export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of a form whose answers are sent. */
export const fieldsOf = (form: Element) => [
  ...form.querySelectorAll<Field>("input[name], select[name], textarea[name]"),
];
