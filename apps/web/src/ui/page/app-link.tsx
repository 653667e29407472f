import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to an address of this app, such as `/data?dataset=ds_…`, that opens without loading the app anew. */
export function AppLink({ address, children }: { address: string; children: ReactNode }) {
  const { pathname, searchParams, hash } = new URL(address, location.origin)
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams) as never} hash={hash.slice(1)}>
      {children}
    </Link>
  )
}
