export const memberSessionTexts = {
  reason: "Please give the reason: the member will read it.",
  ended: "This session has ended already.",
  nowhere: "They are not signed in anywhere now.",
  noTwoStep: "They have not set up two-step sign-in.",
};
