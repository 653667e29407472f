import { existsSync } from 'node:fs'
import { messageOf } from '@svc/plugin'
import type { Page, PluginStatus } from '@svc/plugin'
import type { Configuration } from '../../../kernel/index.ts'
import type { ApiClient } from '../api/api-client.ts'
import { isHome } from '../local-machine.ts'
import type { LocalMachine } from '../local-machine.ts'
import { counted } from '@svc/plugin/contracts/cli'
import { machineChecks, programChecks, serverChecks } from './all-checks.ts'
import type { DoctorCheck, Finding, Machine } from './doctor-check.ts'
import { examine } from './examine.ts'
import { tryStart } from './try-start.ts'
import { failed, ok } from './doctor-check.ts'

export interface Diagnosis {
  healthy: boolean
  findings: Finding[]
  configuration: Configuration | null
  /** What was asked; null when there was nobody to ask. */
  api: ApiClient | null
}

/** Looks at everything a server needs, without changing it. */
export async function diagnose(machine: LocalMachine, signal: AbortSignal): Promise<Diagnosis> {
  const findings = await examine(programChecks, undefined, signal)
  const configuration = await machine.configuration().catch((error: unknown) => {
    findings.push(failed('configuration', messageOf(error), 'Fix each of them; docs/configuration.md has all keys.'))
    return null
  })
  if (configuration === null) return { healthy: false, findings, configuration, api: null }
  findings.push(ok('configuration', `valid, ${counted(configuration.plugins.length, 'plugin')}`))

  const subject = await look(machine, configuration)
  findings.push(...(await examine(machineChecks, subject, signal)))
  const api = await askable(machine, subject, findings)
  if (api) findings.push(...(await examine(serverChecks, { ...subject, api }, signal)))
  const known = api ? await pluginsKnown(api, signal) : null
  const nextStart: DoctorCheck<Machine> = {
    name: 'next start',
    run: (_, limit) =>
      tryStart(machine, subject, { known, signal: limit, hasCopies: subject.homeExists && api !== null }),
  }
  findings.push(...(await examine([nextStart], subject, signal)))
  return { healthy: isHealthy(findings), findings, configuration, api }
}

/** Null when nobody may be asked yet. */
async function pluginsKnown(api: ApiClient, signal: AbortSignal): Promise<PluginStatus[] | null> {
  const { status, body } = await api.exchange<Page<PluginStatus>>({ method: 'GET', path: '/api/admin/plugins', signal })
  return status === 200 ? body.items : null
}

async function look(machine: LocalMachine, configuration: Configuration): Promise<Machine> {
  const home = await machine.path()
  const running = await machine.runningServer()
  await running?.close()
  return { configuration, home, homeExists: existsSync(home), isRunning: running !== null }
}

/** The server that runs, or this process on a home that is well. */
async function askable(machine: LocalMachine, subject: Machine, findings: Finding[]): Promise<ApiClient | null> {
  const { home, isRunning } = subject
  const server = ok('server', isRunning ? 'running on this home' : 'not running on this home')
  // Opening a home that is not there would make it, and one that is ill might get worse.
  const mayOpen = isRunning || (isHome(home) && isHealthy(findings.filter(({ check }) => check !== 'port')))
  if (!mayOpen) {
    findings.push(server)
    return null
  }
  try {
    const api = await machine.api()
    findings.push(server)
    return api
  } catch (error) {
    findings.push(failed('server', messageOf(error), 'It says what to do; the log says more.'))
    return null
  }
}

function isHealthy(findings: readonly Finding[]): boolean {
  return findings.every(({ outcome }) => outcome !== 'failed')
}
