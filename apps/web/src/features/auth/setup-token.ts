import { useEffect, useState } from 'react'

let token = ''

/**
 * The token of the printed link; empty: the page was opened without one. It leaves the address at once, before anybody copies that or looks over a
 * shoulder. Somebody who is here already may open the link in this very tab, which only changes the hash.
 */
export function useSetupToken(): string {
  const [given, setGiven] = useState(takeToken)
  useEffect(() => {
    const onHash = (): void => setGiven(takeToken())
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  return given
}

function takeToken(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (found === null) return token
  token = found
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
