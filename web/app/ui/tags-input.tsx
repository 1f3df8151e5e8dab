import { Pill, PillsInput, type TextInputProps } from "@mantine/core";
import { useRef, useState } from "react";
import pills from "./pills.module.css";

export type TagsInputProps = Pick<TextInputProps, "label" | "description" | "error"> & {
  placeholder?: string | undefined;
  value?: readonly string[];
  onChange?: (tags: string[]) => void;
  maxTags?: number;
};

/**
 * A field for names that are in no list, so that it is none that opens: each is accepted with Enter, a comma or a semicolon,
 * and the last one is removed with Backspace.
 */
export function TagsInput({
  label,
  description,
  error,
  placeholder,
  value = [],
  onChange,
  maxTags = 100,
}: TagsInputProps) {
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);

  /** Makes pills of names; `rest` goes on being typed. */
  const accept = (names: readonly string[], rest = "") => {
    const tags = [...value];
    const left: string[] = [];
    for (const tag of names.map((name) => name.trim())) {
      if (!tag || tags.some((each) => each.toLowerCase() === tag.toLowerCase())) continue;
      // One too many stays, until another has made room for it.
      (tags.length < maxTags ? tags : left).push(tag);
    }
    setTyped([...left, ...(rest ? [rest] : [])].join(", "));
    if (tags.length === value.length) return;
    onChange?.(tags);
    setSaid(`${tags.slice(value.length).join(", ")} added.`);
  };
  const remove = (tag: string) => {
    onChange?.(value.filter((each) => each !== tag));
    setSaid(`${tag} removed.`);
    input.current?.focus();
  };

  return (
    <>
      <PillsInput size="md" classNames={{ input: pills.field }} {...{ label, description, error }}>
        <Pill.Group size="md">
          {value.map((tag) => (
            <Pill
              key={tag}
              withRemoveButton
              onRemove={() => remove(tag)}
              removeButtonProps={{ "aria-label": `Remove ${tag}`, "aria-hidden": false }}
            >
              {tag}
            </Pill>
          ))}
          <PillsInput.Field
            ref={input}
            value={typed}
            placeholder={placeholder}
            classNames={{ field: pills.inner }}
            onChange={({ currentTarget }) => {
              const names = currentTarget.value.split(/[,;]/);
              const rest = names.pop() ?? "";
              if (names.length > 0) accept(names, rest.trimStart());
              else setTyped(rest);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const last = value.at(-1);
              if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
              if (event.key !== "Enter" || typed.trim() === "") return;
              event.preventDefault();
              accept([typed]);
            }}
            onBlur={() => {
              const acceptTyped = () => accept([typed]);
              // Another tag may make the field taller, so that what was pressed would move from under the pointer before it is
              // released; and it is accepted before what was pressed is told of its click, so that a form that it sends has it.
              if (document.querySelector(":active"))
                addEventListener("click", acceptTyped, { capture: true, once: true });
              else acceptTyped();
            }}
          />
        </Pill.Group>
      </PillsInput>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
