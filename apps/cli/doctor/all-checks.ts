import type { DoctorCheck, Machine, Server } from './doctor-check.ts'
import { clockCheck } from './checks/clock-check.ts'
import { developerKeysCheck } from './checks/developer-keys-check.ts'
import { diskCheck } from './checks/disk-check.ts'
import { egressCheck } from './checks/egress-check.ts'
import { homeCheck } from './checks/home-check.ts'
import { leftoversCheck } from './checks/leftovers-check.ts'
import { memoryCheck } from './checks/memory-check.ts'
import { nodeCheck } from './checks/node-check.ts'
import { planesCheck } from './checks/planes-check.ts'
import { pluginsCheck } from './checks/plugins-check.ts'
import { portCheck } from './checks/port-check.ts'
import { proxyCheck } from './checks/proxy-check.ts'
import { queryEngineCheck } from './checks/query-engine-check.ts'
import { readinessCheck } from './checks/readiness-check.ts'
import { secretsCheck } from './checks/secrets-check.ts'
import { serverStatusCheck } from './checks/server-status-check.ts'
import { sqliteCheck } from './checks/sqlite-check.ts'

/** Whatever is configured. */
export const programChecks: readonly DoctorCheck<unknown>[] = [nodeCheck, memoryCheck, clockCheck()]

/** With a configuration that can be read. */
export const machineChecks: readonly DoctorCheck<Machine>[] = [
  homeCheck,
  diskCheck,
  secretsCheck,
  leftoversCheck,
  sqliteCheck,
  queryEngineCheck(),
  portCheck,
  egressCheck(),
  proxyCheck,
]

/** With a server to ask. */
export const serverChecks: readonly DoctorCheck<Server>[] = [
  planesCheck,
  pluginsCheck,
  readinessCheck,
  serverStatusCheck,
  developerKeysCheck,
]
