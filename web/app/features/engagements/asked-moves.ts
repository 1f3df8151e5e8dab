const asked = ["accept", "reject", "suggest_edit", "start", "complete"] as const;
export type Asked = (typeof asked)[number];

/** Whether the dialog of moves asks about an action. */
export const isAsked = (action: string | null): action is Asked => asked.some((each) => each === action);
