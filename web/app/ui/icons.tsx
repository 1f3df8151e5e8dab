/**
 * Line icons, 24 units square; always beside a text or under an accessible name, so they are hidden from screen
 * readers.
 */
function icon(path: string) {
  return function Icon({ size = 22 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    );
  };
}

export const MailIcon = icon("M4 6h16v12H4zM4 7l8 6 8-6");
export const BellIcon = icon("M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0");
export const SearchIcon = icon("M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM15.5 15.5L20 20");
export const MenuIcon = icon("M4 7h16M4 12h16M4 17h16");
export const CloseIcon = icon("M6 6l12 12M18 6L6 18");
export const ChevronIcon = icon("M7 10l5 5 5-5");
export const ArrowLeftIcon = icon("M19 12H5M11 6l-6 6 6 6");
export const ArrowRightIcon = icon("M5 12h14M13 6l6 6-6 6");
export const CheckIcon = icon("M5 12.5l4.5 4.5L19 7.5");
export const FileIcon = icon("M7 3h7l4 4v14H7zM14 3v4h4");
export const UploadIcon = icon("M12 16V5M7.5 9L12 4.5 16.5 9M5 19.5h14");
export const AttachIcon = icon(
  "M18.5 11.5l-7 7a4.2 4.2 0 0 1-6-6l7.5-7.5a2.8 2.8 0 0 1 4 4l-7.5 7.5a1.4 1.4 0 0 1-2-2l6.5-6.5",
);
export const SendIcon = icon("M5 12l14-7-5 14-3-6zM11 13l8-8");
