/** A plumb bob slightly off its line: for empty and error states. */
export function PlumbMark() {
  return (
    <svg
      width="96"
      height="120"
      viewBox="0 0 96 120"
      fill="none"
      aria-hidden="true"
      style={{ marginBlock: "8px 24px" }}
    >
      <path d="M8 2h80" stroke="var(--line)" strokeWidth="1.5" strokeDasharray="2 6" strokeLinecap="round" />
      <path d="M48 2v72" stroke="var(--brass)" strokeWidth="1.5" />
      <path d="M38 74h20l3 8-13 32-13-32z" fill="var(--brass)" />
    </svg>
  );
}
