import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import type { JsonValue, Page, PlaneStatus, PluginStatus } from '@svc/plugin'
import { messageOf } from '@svc/plugin'
import type { ApiClient, ApiResponse } from '../api/api-client.ts'
import { problemError } from '../api/problem-error.ts'
import type { LocalCommand } from '../local-command.ts'
import type { LocalMachine } from '../local-machine.ts'

type Outcome = 'ok' | 'warning' | 'failed'

interface Finding {
  check: string
  outcome: Outcome
  detail: string
}

const oldestNode = 24
const tightBytes = 1024 ** 3
const tooTightBytes = 100 * 1024 ** 2
const marks: Record<Outcome, string> = { ok: 'ok   ', warning: 'warn ', failed: 'FAIL ' }

/** Looks at everything a server needs, without changing it; each fault with its remedy. */
export const doctorCommand: LocalCommand = {
  name: 'doctor',
  summary: 'Check this machine, the home, the configuration and every plane (exit code 1 when something is wrong)',
  async run(context, { machine }) {
    const findings = [checkNode(), await checkConfiguration(machine)]
    const configured = findings.every(({ outcome }) => outcome !== 'failed')
    if (configured) findings.push(...(await checkHome(await machine.home())))
    if (findings.every(({ outcome }) => outcome !== 'failed'))
      findings.push(...(await checkServer(machine, context.signal)))

    const healthy = findings.every(({ outcome }) => outcome !== 'failed')
    const lines = findings.map(({ check, outcome, detail }) => `${marks[outcome]} ${check}: ${detail}`)
    context.result({ healthy, findings: findings as unknown as JsonValue }, lines.join('\n'))
    return healthy ? 0 : 1
  },
}

function checkNode(): Finding {
  const fits = Number(process.versions.node.split('.')[0]) >= oldestNode
  const detail = fits
    ? process.version
    : `${process.version} is too old; svc needs ${oldestNode}. Start it with npm start, which brings one.`
  return { check: 'node', outcome: fits ? 'ok' : 'failed', detail }
}

async function checkConfiguration(machine: LocalMachine): Promise<Finding> {
  try {
    const { plugins } = await machine.configuration()
    return { check: 'configuration', outcome: 'ok', detail: `valid, ${plugins.length} plugins` }
  } catch (error) {
    return { check: 'configuration', outcome: 'failed', detail: messageOf(error) }
  }
}

async function checkHome(home: string): Promise<Finding[]> {
  if (!existsSync(home))
    return [{ check: 'home', outcome: 'ok', detail: `${home} is not there yet; the first start makes it` }]
  const findings = [await checkAccess(home)]
  const { bavail, bsize } = await statfs(home)
  const free = bavail * bsize
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  if (free < tooTightBytes)
    findings.push({ check: 'disk', outcome: 'failed', detail: `${detail}; make room, writes will fail` })
  else if (free < tightBytes) findings.push({ check: 'disk', outcome: 'warning', detail: `${detail}; make room soon` })
  else findings.push({ check: 'disk', outcome: 'ok', detail })
  return findings
}

async function checkAccess(home: string): Promise<Finding> {
  try {
    await access(home, constants.R_OK | constants.W_OK)
  } catch (error) {
    return {
      check: 'home',
      outcome: 'failed',
      detail: `${home} cannot be read and written (${messageOf(error)}); run svc as its owner`,
    }
  }
  const { mode } = await stat(home)
  const open = process.platform !== 'win32' && (mode & 0o077) !== 0
  if (open)
    return {
      check: 'home',
      outcome: 'warning',
      detail: `${home} is open to other users; close it with: chmod 700 ${home}`,
    }
  return { check: 'home', outcome: 'ok', detail: home }
}

async function checkServer(machine: LocalMachine, signal: AbortSignal): Promise<Finding[]> {
  const home = await machine.home()
  const running = await machine.runningServer()
  await running?.close()
  const server: Finding = {
    check: 'server',
    outcome: 'ok',
    detail: running ? 'running on this home' : 'not running on this home',
  }
  // Opening a home that is not there would make it.
  if (!running && !existsSync(home)) return [server]
  try {
    const api = await machine.api()
    return [
      server,
      ...(await checkPlanes(api, signal)),
      ...(await checkPlugins(api, signal)),
      ...(await checkReadiness(api, signal)),
    ]
  } catch (error) {
    return [{ check: 'server', outcome: 'failed', detail: messageOf(error) }]
  }
}

function notTold(check: string, answer: ApiResponse): Finding {
  return { check, outcome: 'warning', detail: `not told: ${problemError(answer).message}` }
}

async function checkPlanes(api: ApiClient, signal: AbortSignal): Promise<Finding[]> {
  const answer = await api.request({ method: 'GET', path: '/api/data/planes/status', signal })
  if (answer.status !== 200) return [notTold('planes', answer)]
  const { planes } = answer.body as unknown as { planes: Record<string, PlaneStatus> }
  return Object.entries(planes).map(([name, plane]) => ({
    check: `plane ${name}`,
    outcome: plane.healthy ? 'ok' : 'failed',
    detail: [plane.driver, plane.location, plane.detail].filter(Boolean).join(', '),
  }))
}

async function checkPlugins(api: ApiClient, signal: AbortSignal): Promise<Finding[]> {
  const answer = await api.request({ method: 'GET', path: '/api/admin/plugins', signal })
  if (answer.status !== 200) return [notTold('plugins', answer)]
  const { items } = answer.body as unknown as Page<PluginStatus>
  const troubled = items.filter(({ outcome }) => outcome !== 'running' && outcome !== 'disabled')
  if (troubled.length === 0)
    return [{ check: 'plugins', outcome: 'ok', detail: `${items.filter(({ enabled }) => enabled).length} running` }]
  return troubled.map(({ id, outcome, error }) => ({
    check: `plugin ${id}`,
    outcome: outcome === 'waiting-for-owner' ? 'warning' : 'failed',
    detail:
      outcome === 'waiting-for-owner'
        ? `its manifest changed; look at it, then: svc plugin enable ${id}`
        : `${outcome}: ${error ?? 'the log says why'}`,
  }))
}

async function checkReadiness(api: ApiClient, signal: AbortSignal): Promise<Finding[]> {
  const { body } = await api.request({ method: 'GET', path: '/readyz', signal })
  const { checks } = body as unknown as { checks: { name: string; ok: boolean; detail: string }[] }
  return checks.filter(({ ok }) => !ok).map(({ name, detail }) => ({ check: name, outcome: 'failed', detail }))
}
