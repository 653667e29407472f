import { ValidationError } from '@svc/plugin'

const prefix = 'schedule:'

/** One time of one schedule: made twice, it is one job. */
export function scheduleKey(name: string, at: number): string {
  return `${prefix}${name}:${new Date(at).toISOString()}`
}

/** A job made beforehand under the key of a time to come would keep that time from running. @throws ValidationError */
export function assertNotReserved(uniqueKey: string | undefined): void {
  if (!uniqueKey?.startsWith(prefix)) return
  const message = `must not begin with "${prefix}": such keys are those of schedules`
  throw new ValidationError(`body/unique_key ${message}`, [{ path: '/unique_key', message }])
}
