import { once } from 'node:events'
import { createServer } from 'node:net'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

/** The port is free for the next start, unless the server of this home has it. */
export const portCheck: DoctorCheck<Machine> = {
  name: 'port',
  async run({ configuration, isRunning }) {
    const { host, port } = configuration.kernel
    if (isRunning || port === 0) return []
    const server = createServer()
    try {
      server.listen({ host, port })
      await once(server, 'listening')
      return [ok('port', `${host}:${port} is free`)]
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'EADDRINUSE')
        return [
          failed(
            'port',
            `${host}:${port} is in use by another program`,
            'Stop that program, or choose another port with SVC_PORT.',
          ),
        ]
      if (code === 'EACCES')
        return [failed('port', `${port} may not be opened by this user`, 'Choose one above 1023 with SVC_PORT.')]
      return [
        failed(
          'port',
          `${host}:${port} cannot be opened: ${messageOf(error)}`,
          'Set SVC_HOST to an address of this machine.',
        ),
      ]
    } finally {
      server.close()
    }
  },
}
