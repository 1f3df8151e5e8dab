import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { ChevronIcon } from "../ui/icons.tsx";
import classes from "./header.module.css";

/**
 * A menu that opens without scripts; with them it is closed by Escape, by a click elsewhere and by navigating. Only one
 * of the header's menus is open at a time.
 */
export function Dropdown({
  label,
  name,
  end = false,
  bare = false,
  onOpen,
  onClose,
  children,
}: {
  label: ReactNode;
  /** The accessible name, when the label is a picture. */
  name?: string;
  /** Aligned with the right edge. */
  end?: boolean;
  /** Without the chevron. */
  bare?: boolean;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key]);

  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      const menu = details.current;
      if (menu?.open && !(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      const menu = details.current;
      if (event.key !== "Escape" || !menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  return (
    <details
      ref={details}
      name="header-menu"
      className={classes.dropdown}
      onToggle={(event) => (event.currentTarget.open ? onOpen?.() : onClose?.())}
    >
      <summary aria-label={name}>
        {label}
        {!bare && <ChevronIcon size={16} />}
      </summary>
      <div className={end ? `${classes.panel} ${classes.end}` : classes.panel}>{children}</div>
    </details>
  );
}
