// The inputs of the form kit that open a list, in one file that is fetched late (late-inputs.tsx).
export { MultiSelect, Select, TagsInput } from "@mantine/core";
