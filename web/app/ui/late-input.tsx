import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * An input of the form kit whose script is not part of a page's first load (ADR-027), such as a list that opens or a
 * calendar. It is fetched once the page is drawn, or with the first touch. Until then `StandIn` shows the same label
 * and text at the same size; focus and presses that it got are passed on to the input that replaces it.
 */
export function lateInput<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetched = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      () => {
        // Without a network it is fetched with the next touch.
        loading = null;
      },
    );
    return loading;
  };

  return function LateInput(props: Props) {
    const [Input, setInput] = useState(() => loaded);
    const place = useRef<HTMLDivElement>(null);
    const wanted = useRef<"focus" | "press" | null>(null);

    const fetch = () =>
      void fetched().then(() => {
        if (!wanted.current && place.current?.contains(document.activeElement)) wanted.current = "focus";
        setInput(() => loaded);
      });
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first drawn
    useEffect(() => (Input ? undefined : whenIdle(fetch)), []);

    useLayoutEffect(() => {
      if (!Input || !wanted.current) return;
      const input = place.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea");
      input?.focus();
      if (wanted.current === "press") input?.click();
      wanted.current = null;
    }, [Input]);

    // After the browser has put the focus where somebody pressed, which would take it from an input that stood there already.
    const fetchAfterwards = () => void setTimeout(fetch);

    if (Input)
      return (
        <div ref={place}>
          <Input {...props} />
        </div>
      );
    const press = () => {
      wanted.current = "press";
      fetchAfterwards();
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the input within it is what is pressed
      <div
        ref={place}
        onFocus={fetchAfterwards}
        // The input may come before the button is released; then the browser's click reaches neither of the two.
        onPointerDown={press}
        onClick={press}
        onKeyDown={({ key }) => key.startsWith("Arrow") && press()}
      >
        <StandIn {...props} />
      </div>
    );
  };
}
