import * as kit from "@mantine/core";
import { type ComponentType, useState } from "react";

// The inputs of the form kit that open a list, in one file that is fetched late (late-inputs.tsx).

/**
 * The kit renders the options of every closed list, hidden, so that arrow keys work. Here they are drawn once the focus
 * is in the field: a page with the lists of countries, cities and positions has hundreds.
 */
function withOptionsOnFocus<Props extends { comboboxProps?: kit.ComboboxProps }>(
  Input: ComponentType<Props>,
): ComponentType<Props> {
  return function OpeningInput(props: Props) {
    const [used, setUsed] = useState(false);
    return (
      <div onFocusCapture={() => setUsed(true)}>
        <Input {...props} comboboxProps={{ ...props.comboboxProps, keepMounted: used }} />
      </div>
    );
  };
}

export const Select = withOptionsOnFocus<kit.SelectProps>(kit.Select);
export const MultiSelect = withOptionsOnFocus<kit.MultiSelectProps>(kit.MultiSelect);
export const TagsInput = withOptionsOnFocus<kit.TagsInputProps>(kit.TagsInput);
