import { ValidationError } from '@svc/plugin'

/** Begins the ids of the workers in servers: what an earlier server on the home left behind is known by it. */
export const serverPrefix = 'server:'

/** The jobs of such a worker are taken back when a server starts. @throws ValidationError */
export function assertNotServerWorker(workerId: string, path: string): void {
  if (!workerId.startsWith(serverPrefix)) return
  const message = `must not begin with "${serverPrefix}": such names are those of the server's own workers`
  throw new ValidationError(`body${path} ${message}`, [{ path, message }])
}
