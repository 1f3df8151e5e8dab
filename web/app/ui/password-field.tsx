import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password that can be looked at while it is typed; `label` names the eye, too. */
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
