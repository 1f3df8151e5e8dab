/** The specification's e-mail rule: an at-sign with text on both sides (row A-16). */
export const emailMessage = "Please enter valid E-mail.";
export const emailPattern = /^[^\s@]+@[^\s@]+$/;
