import { NumberInput, type NumberInputProps } from "@mantine/core";

/**
 * A sum in pounds, with two places at most. A minus stays for the form's rules to refuse: without it -5 would be taken as
 * 5, and a sum that the kit corrects would be sent unseen.
 */
export function PoundsInput(props: NumberInputProps) {
  return (
    <NumberInput
      prefix="£"
      thousandSeparator=","
      // The kit would take a typed "1,000" for one pound.
      allowedDecimalSeparators={["."]}
      min={0}
      clampBehavior="none"
      decimalScale={2}
      hideControls
      {...props}
    />
  );
}
