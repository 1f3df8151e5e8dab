export const viewAsTexts = {
  reason: "Please give the reason: the member will read it.",
  readOnly: "You are looking as this member: nothing can be changed.",
  private:
    "What members write to each other stays theirs: you see who spoke with whom and when, and not what was said.",
  notOpen: "This account cannot be looked at: nobody can sign in to it now.",
};

/** How long staff view an account at a time, in minutes. */
export const viewAsMinutes = 30;
