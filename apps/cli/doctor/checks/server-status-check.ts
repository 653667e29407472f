import type { DoctorCheck, Finding, Server } from '../doctor-check.ts'
import { ask } from '../ask.ts'
import { counted } from '@svc/plugin/contracts/cli'
import { ok, warning } from '../doctor-check.ts'

const leastOpenFiles = 4096
const mostJumpMs = 5_000
const oldBackupMs = 7 * 24 * 60 * 60 * 1000
const longWaitMs = 10 * 60 * 1000

export interface ServerStatus {
  open_files_limit: number | null
  clock_jump_ms: number
  missing_walls: string[]
  queues: { queue: string; dead: number; queued: number; oldest_queued_at: string | null }[]
  last_backup: { name: string; created_at: string } | null
}

/** Facts that only the server process itself knows. */
export const serverStatusCheck: DoctorCheck<Server> = {
  name: 'server status',
  async run({ api, isRunning }, signal) {
    const answer = await ask<ServerStatus>(api, '/api/server/status', 'server status', signal)
    if (answer.refusal) return [answer.refusal]
    const { body } = answer
    return [...(isRunning ? [...openFiles(body), ...clockJump(body)] : []), walls(body), ...queues(body), backup(body)]
  },
}

function openFiles({ open_files_limit: limit }: ServerStatus): Finding[] {
  if (limit === null) return []
  if (limit >= leastOpenFiles) return [ok('open files', `${limit} allowed`)]
  return [
    warning(
      'open files',
      `${limit} are allowed, and each connection and workspace takes some`,
      'Allow 65536: "ulimit -n" in a shell, LimitNOFILE in a systemd unit.',
    ),
  ]
}

function clockJump({ clock_jump_ms: jump }: ServerStatus): Finding[] {
  if (Math.abs(jump) <= mostJumpMs) return []
  return [
    warning(
      'clock jump',
      `the clock was moved by ${(jump / 1000).toFixed(1)} s while the server ran`,
      'Let NTP slew it; times written since then may be out of order.',
    ),
  ]
}

function walls({ missing_walls: missing }: ServerStatus): Finding {
  const broken = missing.filter(wall => /does not work here|has no prlimit/.test(wall))
  if (broken.length === 0) return ok('walls around child processes', missing.join('; ') || 'all stand')
  return warning(
    'walls around child processes',
    broken.join('; '),
    'docs/sandbox-walls.md says what to allow; until then run only apps you trust.',
  )
}

function queues({ queues: all }: ServerStatus): Finding[] {
  const dead = all.reduce((sum, queue) => sum + queue.dead, 0)
  const late = all.filter(({ oldest_queued_at: at }) => at !== null && Date.now() - Date.parse(at) > longWaitMs)
  return [
    ...(dead > 0
      ? [warning('jobs', `${dead} are dead`, 'See why: svc jobs list --state dead. Then: svc jobs redrive')]
      : []),
    ...late.map(({ queue, oldest_queued_at: at }) =>
      warning('jobs', `the queue ${queue} has waited since ${at}`, 'Give it more workers, or see what holds them.'),
    ),
    ...(dead === 0 && late.length === 0 ? [ok('jobs', `${counted(all.length, 'queue')} in use`)] : []),
  ]
}

function backup({ last_backup: last }: ServerStatus): Finding {
  const remedy = 'Make one: svc backup create. docs/backup.md says how to have it done every night.'
  if (last === null) return warning('backup', 'the server knows of none', remedy)
  const detail = `${last.name}, made at ${last.created_at}`
  return Date.now() - Date.parse(last.created_at) > oldBackupMs
    ? warning('backup', `the newest is more than a week old: ${detail}`, remedy)
    : ok('backup', detail)
}
