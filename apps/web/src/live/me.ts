import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { APIError, NotFoundError } from '@svc/sdk'
import { svc } from './server.ts'
import { remember, remembered } from './storage.ts'
import { chosenWorkspace, leaveWorkspace } from './workspace-choice.ts'

/** Whether svc is set up, whether this browser is signed in, and who may register. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  staleTime: 0,
  queryFn: ({ signal }) => svc.get<AuthStatus>('/api/auth/status', { signal }),
})

export interface AuthStatus {
  setup_required: boolean
  signed_in: boolean
  registration_enabled: boolean
  multi_user_enabled: boolean
}

/** Who is signed in, where, and what they prefer; null: nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Infinity,
  async queryFn({ signal }) {
    // Asked first where nobody was signed in the last time: a refusal would stand in the browser's console as an error.
    if (remembered('local', hint) === null && !(await svc.get<AuthStatus>('/api/auth/status', { signal })).signed_in)
      return null
    try {
      const me = await readMe(signal)
      remember('local', hint, 'yes')
      return me
    } catch (error) {
      if (!(error instanceof APIError) || error.status !== 401) throw error
      remember('local', hint, null)
      return null
    }
  },
})

/** A workspace that was deleted, or is closed to this person, must not close the app to them. */
async function readMe(signal: AbortSignal): Promise<Me> {
  try {
    return await svc.developer.me({ signal })
  } catch (error) {
    if (!(error instanceof NotFoundError) || chosenWorkspace() === null) throw error
    leaveWorkspace()
    return svc.developer.me({ signal })
  }
}

const hint = 'svc-signed-in'

/** Called when somebody left: the next page does not ask who is there. */
export function signedOut(): void {
  remember('local', hint, null)
}

export type Me = NonNullable<Awaited<ReturnType<typeof svc.developer.me>>>

/** Whether the session of the page has ended, and nobody signed in again. */
export function useNobody(): boolean {
  return useSuspenseQuery(meQuery).data === null
}

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
