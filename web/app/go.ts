/**
 * Goes to an address from code that is no component. Until the router has come alive, and again should it be gone, the
 * browser itself goes there.
 */
let navigate: ((to: string) => void) | null = null;

export function go(to: string) {
  if (navigate) navigate(to);
  else window.location.assign(to);
}

export function setNavigate(next: ((to: string) => void) | null) {
  navigate = next;
}
