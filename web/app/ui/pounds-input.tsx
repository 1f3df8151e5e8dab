import { NumberInput, type NumberInputProps } from "@mantine/core";

/** A sum in pounds, 0 or more, with two places at most. */
export function PoundsInput(props: NumberInputProps) {
  return (
    <NumberInput
      prefix="£"
      thousandSeparator=","
      min={0}
      allowNegative={false}
      decimalScale={2}
      hideControls
      {...props}
    />
  );
}
