import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { APIError } from '@svc/sdk'
import { boot } from './boot.ts'
import { svc } from './server.ts'

/** The page as it came knew that nobody is signed in, which saves the first question. */
let isKnownSignedOut = boot?.signed_in === false

/** Who is signed in, where, and what they prefer; null: nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Infinity,
  async queryFn({ signal }) {
    if (isKnownSignedOut) {
      isKnownSignedOut = false
      return null
    }
    try {
      return await svc.developer.me({ signal })
    } catch (error) {
      if (error instanceof APIError && error.status === 401) return null
      throw error
    }
  },
})

export type Me = NonNullable<Awaited<ReturnType<typeof svc.developer.me>>>

/** The person of the page; pages below the shell are shown to nobody else. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (data === null) throw new Error('Nobody is signed in.')
  return data
}

const ranks = { user: 0, admin: 1, owner: 2 } as const
export type Role = keyof typeof ranks

export function hasRole(me: Me, role: Role): boolean {
  return ranks[me.user.role as Role] >= ranks[role]
}
