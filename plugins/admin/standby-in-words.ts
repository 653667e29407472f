import type { StandbyState } from '@svc/plugin'

export interface StandbyInWords {
  detail: string
  remedy: string
}

const faults: Record<Exclude<StandbyState, 'followed'>, StandbyInWords> = {
  unnamed: {
    detail:
      'PostgreSQL names no synchronous standby: when its machine is lost, changes that were answered are lost with it',
    remedy:
      'Set synchronous_standby_names and connect a standby, see docs/many-servers.md. A hosted PostgreSQL may keep a second copy that cannot be seen from here: ask its provider whether a failover loses commits.',
  },
  unconnected: {
    detail: 'PostgreSQL names a synchronous standby, and none follows: commits wait for it',
    remedy: 'Start the standby again, or connect another one that synchronous_standby_names fits.',
  },
  'not-awaited': {
    detail: 'PostgreSQL answers commits before its synchronous standby has them (synchronous_commit)',
    remedy: 'Set synchronous_commit to on for the database and for the role of DATABASE_URL.',
  },
  unseen: {
    detail: 'PostgreSQL names a synchronous standby; whether one follows cannot be seen with the role of DATABASE_URL',
    remedy: 'Allow it: GRANT pg_read_all_stats TO the role. Or look at pg_stat_replication as an administrator.',
  },
}

/** Null where a standby has what was answered. */
export function standbyInWords(state: StandbyState): StandbyInWords | null {
  return state === 'followed' ? null : faults[state]
}
