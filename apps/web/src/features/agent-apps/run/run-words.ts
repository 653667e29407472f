import { durationWord } from '../../../ui/words/duration.ts'
import type { Run } from '../types.ts'

const statuses: Readonly<Record<string, string>> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const triggers: Readonly<Record<string, string>> = {
  api: 'A program',
  ui: 'A person',
  cli: 'The command line',
  job: 'A background job',
  schedule: 'The schedule',
  playbook: 'A playbook',
}

/** The word for where a run is. */
export function statusWord(status: string): string {
  return statuses[status] ?? status
}

/** What started a run. */
export function triggerWord(trigger: string): string {
  return triggers[trigger] ?? trigger
}

export function isLive(status: string | undefined): boolean {
  return status === 'queued' || status === 'running'
}

/** The colour of a badge for this status. */
export function statusColor(status: string): 'ok' | 'bad' | 'info' | 'warn' {
  if (status === 'succeeded') return 'ok'
  if (status === 'failed') return 'bad'
  return isLive(status) ? 'info' : 'warn'
}

/** What a run has used, in words; empty for what it has not. */
export function usageWords({ usage }: Pick<Run, 'usage'>): string[] {
  const tokens = usage.prompt_tokens + usage.completion_tokens
  return [
    durationWord(usage.duration_ms),
    usage.agent_calls > 0 ? `${usage.agent_calls} model ${usage.agent_calls === 1 ? 'call' : 'calls'}` : '',
    tokens > 0 ? `${tokens.toLocaleString('en')} tokens` : '',
    usage.tool_calls > 0 ? `${usage.tool_calls} tool ${usage.tool_calls === 1 ? 'call' : 'calls'}` : '',
  ].filter(Boolean)
}
