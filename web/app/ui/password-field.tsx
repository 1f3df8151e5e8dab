import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password that can be shown while it is typed; `label` also names the button for that. */
export function PasswordField({ label, ...rest }: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": `Show or hide: ${label}` }}
      {...rest}
    />
  );
}
