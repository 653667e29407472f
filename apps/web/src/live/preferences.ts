import { meQuery } from './me.ts'
import { queries } from './query-client.ts'
import { svc } from './server.ts'

/** Keeps a preference of this person with their account, so that it holds in every browser. */
export async function setPreference(name: string, value: unknown): Promise<void> {
  const me = queries.getQueryData(meQuery.queryKey)
  if (me?.preferences[name] === value) return
  const answer = await svc.developer.updateMe({ preferences: { [name]: value } })
  queries.setQueryData(meQuery.queryKey, before => (!before ? before : { ...before, preferences: answer.preferences }))
}
