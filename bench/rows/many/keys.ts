import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medianMs } from '../../support/load.ts'
import { cpuMs, rssMb } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'
import { anotherId, editRegistry } from './registry-edit.ts'

const many = 100_000
const asked = 3000
const made = 9

interface Figures {
  startCpu: number
  rss: number
  requestCpu: number
  making: number
}

/** 100,000 developer keys in the registry of a home. */
export async function manyKeys(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-keys-'))
  try {
    const few = await figures(folder)
    await editRegistry(join(folder, 'home'), ({ api_keys: keys = [] }) => {
      const [key] = keys
      if (key === undefined) throw new Error('the home has no key')
      for (let number = 1; number < many; number += 1) {
        const secret = number.toString(16).padStart(8, '0')
        const hash = String(key['secret_hash']).slice(0, -secret.length) + secret
        keys.push({ ...key, id: anotherId(key.id, number), secret_hash: hash })
      }
    })
    const crowd = await figures(folder)
    const row = (measure: string, unit: string, ours: number, value: number) => {
      const beside = { name: 'a few keys', value }
      return { path: `registry of ${many.toLocaleString('en')} developer keys`, measure, ours, unit, beside }
    }
    return [
      atMost(row('CPU of GET /api/auth/me by key', 'ms', crowd.requestCpu, few.requestCpu), 1.1),
      addedAtMost(row('a key made, p50', 'ms', crowd.making, few.making), 250),
      addedAtMost(row('start of the server, CPU', 'ms', crowd.startCpu, few.startCpu), 1000),
      addedAtMost(row('memory of the server', 'MB', crowd.rss, few.rss), 150),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function figures(folder: string): Promise<Figures> {
  const server = await startSvc({ folder })
  try {
    const startCpu = cpuMs(server.pid)
    await ask(server, asked)
    const before = cpuMs(server.pid)
    await ask(server, asked)
    const requestCpu = (cpuMs(server.pid) - before) / asked
    const making = await medianMs(made, () => makeKey(server))
    return { startCpu, requestCpu, making, rss: rssMb(server.pid) }
  } finally {
    await server.stop()
  }
}

async function ask({ url, key }: SvcServer, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const answer = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })
    await answer.arrayBuffer()
  }
}

async function makeKey({ url, cookie }: SvcServer): Promise<void> {
  const answer = await fetch(`${url}/api/developer/keys`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'another' }),
  })
  if (!answer.ok) throw new Error(`a key was not made: ${await answer.text()}`)
}
