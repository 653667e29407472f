let token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/** The token of the printed link; empty: the page was opened without one. */
export function givenSetupToken(): string {
  token ||= new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  return token
}

/** Takes it out of the address, before anybody copies that or looks over a shoulder. */
export function hideSetupToken(): void {
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
}
