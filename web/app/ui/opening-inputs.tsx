import * as kit from "@mantine/core";
import { inPlainLetters } from "@plumbline/contract/words.ts";
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

/** What is typed finds an option whatever its case and accents; the kit's own filter would not find Zürich as "Zurich". */
const filter: kit.OptionsFilter = ({ options, search, limit }) => {
  const wanted = inPlainLetters(search);
  return options
    .filter((option) => !("label" in option) || inPlainLetters(option.label).includes(wanted))
    .slice(0, limit);
};

export const Select = withOptionsOnFocus<kit.SelectProps>((props) => <kit.Select filter={filter} {...props} />);
export const MultiSelect = withOptionsOnFocus<kit.MultiSelectProps>((props) => (
  <kit.MultiSelect filter={filter} {...props} />
));
