import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { temporaryFolder } from '../rooms/planes.ts'

const plugins = ['memory', 'developer', 'admin']
const env = { SVC_MEMORY_EMBEDDER: 'built-in' }
const pages = ['backup-restore', 'upgrade', 'security']
/** In words that do not stand in the passages which answer them. */
const questions: [question: string, heading: string[]][] = [
  ['The latest release is bad, return to the previous release', ['Upgrade svc', 'Go back']],
  ['Our computer crashed and all is gone', ['Restore a backup', 'Something is broken. What now?']],
  ['Can hackers crack my login?', ['Security', 'Credentials']],
]

let home: { path: string; remove: () => Promise<void> }
let svc: TestKernel
beforeAll(async () => {
  home = await temporaryFolder()
  svc = await startTestKernel({ plugins, env, home: home.path })
})
afterAll(async () => {
  await svc?.stop()
  await home?.remove()
})

interface Found {
  results: {
    id: string
    score: number
    chunk: { heading: string[]; text: string }
    explain: { fusion: { method: string } }
  }[]
}

async function answers(server: TestKernel, headers: Record<string, string> = {}): Promise<Found['results'][]> {
  const found = questions.map(async ([query]) => {
    const { body } = await server.request<Found>('POST', '/api/memory/search', {
      as: 'owner',
      body: { query, explain: true },
      headers,
    })
    return body.results
  })
  return Promise.all(found)
}

/** Answers whose passages were compared piece by piece: on a busy machine the first searches of a server do without. */
async function comparedAnswers(...[server, headers]: Parameters<typeof answers>): Promise<Found['results'][]> {
  return vi.waitFor(
    async () => {
      const found = await answers(server, headers)
      expect(found.flat().map(({ explain }) => explain.fusion.method)).not.toContain('ranks')
      return found
    },
    { timeout: 60_000, interval: 200 },
  )
}

itOfOneServer(
  'with no key and no network, questions in other words find the right passages first, in a copy of the file too',
  async () => {
    const form = new FormData()
    for (const page of pages) {
      const text = await readFile(join(repositoryRoot, 'docs', `${page}.md`), 'utf8')
      form.append('file', new File([text], `${page}.md`, { type: 'text/markdown' }))
    }
    form.append('source', 'docs')
    const headers = { authorization: `Bearer ${svc.key}` }
    const imported = await fetch(`${svc.url}/api/memory/import`, { method: 'POST', headers, body: form })
    expect(imported.status, await imported.clone().text()).toBeLessThan(300)
    await vi.waitFor(
      async () => {
        const { body } = await svc.request('GET', '/api/memory/embedder')
        expect(body).toMatchObject({ embedder: 'built-in', state: 'ready', language: 'en' })
      },
      { timeout: 60_000, interval: 200 },
    )
    const before = await comparedAnswers(svc)
    expect(before.map(([first]) => first?.chunk.heading)).toEqual(questions.map(([, heading]) => heading))
    const shared = before.flatMap(([first], index) => {
      const words = questions[index]?.[0].match(/\p{L}{4,}/gu) ?? []
      return words.filter(word => first?.chunk.text.toLowerCase().includes(word.toLowerCase()))
    })
    expect(shared).toEqual([])
    const [workspaceId] = await readdir(join(home.path, 'workspaces'))
    await svc.stop()

    svc = await startTestKernel({ plugins, env })
    const { body: other } = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Copied' } })
    const folder = join(svc.home, 'workspaces', other.id)
    await mkdir(folder, { recursive: true })
    await copyFile(
      join(home.path, 'workspaces', workspaceId ?? '', 'data_plane.sqlite'),
      join(folder, 'data_plane.sqlite'),
    )
    expect(other.id).not.toBe(workspaceId)
    expect(await comparedAnswers(svc, { 'x-workspace-id': other.id })).toEqual(before)
  },
)
