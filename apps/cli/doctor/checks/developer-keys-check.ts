import type { Page } from '@svc/plugin'
import { ask } from '../ask.ts'
import type { DoctorCheck, Server } from '../doctor-check.ts'
import { ok, warning } from '../finding.ts'

const soonMs = 14 * 24 * 60 * 60 * 1000

interface ListedKey {
  name: string
  expires_at: string | null
}

/** Keys that have expired or soon will: what uses them stops without a change here. */
export const developerKeysCheck: DoctorCheck<Server> = {
  name: 'developer keys',
  async run({ api }, signal) {
    const answer = await ask<Page<ListedKey>>(api, '/api/developer/keys?limit=200', 'developer keys', signal)
    if (answer.notTold) return [answer.notTold]
    const ending = answer.body.items.filter(({ expires_at: at }) => at !== null && Date.parse(at) - Date.now() < soonMs)
    if (ending.length === 0) return [ok('developer keys', `${answer.body.items.length}, none about to expire`)]
    return ending.map(({ name, expires_at: at }) =>
      warning(
        'developer keys',
        `"${name}" ${Date.parse(at ?? '') < Date.now() ? 'expired' : 'expires'} at ${at}`,
        'Make a new one for what uses it, and revoke this one.',
      ),
    )
  },
}
