import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { asFailure, type Failure } from "../failure.ts";
import { useAwaited } from "./awaited-calls.ts";
import { Button, type ButtonVariant } from "./button.tsx";
import { noticeFailure } from "./notice.ts";
import classes from "./submit-button.module.css";
import { useFailureReport } from "./use-failure-report.ts";

/**
 * The form's one button. While busy it shows progress and ignores clicks; it keeps the focus, which a disabled button
 * would lose. `disabled` is for forms that cannot be sent at all (row W-07).
 */
export function SubmitButton({
  busy,
  busyText,
  children,
  ...rest
}: Omit<ComponentProps<typeof Button>, "type"> & { busy: boolean; busyText?: string }) {
  useAwaited(busy);
  return (
    <Button
      {...rest}
      type="submit"
      aria-disabled={busy || undefined}
      className={busy ? classes.busy : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy && busyText ? busyText : children}
      {busy && <span className="visually-hidden"> (working)</span>}
    </Button>
  );
}

/**
 * A button outside a form that makes a call: one at a time, with progress. A failure is passed to `onFailure`, and is a
 * notice where the page has no place of its own for it, or where it is loaded again and the button is gone.
 */
export function ActionButton({
  onPress,
  onFailure = noticeFailure,
  variant = "primary",
  disabled,
  children,
}: {
  onPress: () => Promise<unknown>;
  onFailure?: (failure: Failure) => void;
  variant?: ButtonVariant;
  disabled?: boolean;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  useAwaited(busy);
  const running = useRef(false);
  const report = useFailureReport();
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await onPress();
    } catch (error) {
      report(asFailure(error), onFailure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Button
      variant={variant}
      disabled={disabled}
      aria-disabled={busy || undefined}
      className={busy ? classes.busy : undefined}
      onClick={press}
    >
      {children}
      {busy && <span className="visually-hidden"> (working)</span>}
    </Button>
  );
}
