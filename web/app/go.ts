/** Navigates from code outside components: by the router where it runs, otherwise by the browser itself. */
let navigate: ((to: string) => void) | null = null;

export function go(to: string) {
  if (navigate) navigate(to);
  else window.location.assign(to);
}

export function setNavigate(next: ((to: string) => void) | null) {
  navigate = next;
}
