import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password that can be shown while it is typed; `label` also names the button for that. */
export function PasswordField({ label, ...rest }: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": `Show or hide: ${label}` }}
      // The kit sets it on every other input; a refused form finds the field to focus by it.
      aria-invalid={rest.error ? true : undefined}
      {...rest}
    />
  );
}
