import type { DoctorCheck, Machine, Server } from './doctor-check.ts'
import { clockCheck, memoryCheck, nodeCheck } from './checks/program-checks.ts'
import { clusterCheck } from './checks/cluster-check.ts'
import { developerKeysCheck, planesCheck, pluginsCheck, readinessCheck } from './checks/running-server-checks.ts'
import { diskCheck, homeCheck, leftoversCheck, secretsCheck } from './checks/home-checks.ts'
import { egressCheck, portCheck } from './checks/network-checks.ts'
import { modelProvidersCheck } from './checks/model-providers-check.ts'
import { proxyCheck } from './checks/proxy-check.ts'
import { queryEngineCheck, sqliteCheck } from './checks/engine-checks.ts'
import { serverStatusCheck } from './checks/server-status-check.ts'

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
  clusterCheck,
  developerKeysCheck,
  modelProvidersCheck,
]
