import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packWheel } from '../../../scripts/build/wheel.ts'
import type { Wheel } from '../../../scripts/build/wheel.ts'
import { startTestKernel } from '../../rooms/kernel.ts'
import { findPython } from '../../support/programs/python.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'

const run = promisify(execFile)

let folder: string
let wheel: Wheel
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-wheel-'))
  wheel = await packWheel(repositoryRoot, folder)
  path = join(folder, wheel.file)
})
afterAll(() => rm(folder, { recursive: true }))

const listing = `
import base64, hashlib, json, sys, zipfile
from email.parser import Parser
parts = zipfile.ZipFile(sys.argv[1])
names = parts.namelist()
[info] = {name.split("/")[0] for name in names if ".dist-info/" in name}
text = lambda name: parts.read(name).decode()
for line in text(info + "/RECORD").splitlines():
    name, checksum, size = line.split(",")
    if checksum:
        data = parts.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        assert (checksum, int(size)) == ("sha256=" + found, len(data)), name
recorded = [line.split(",")[0] for line in text(info + "/RECORD").splitlines()]
assert sorted(recorded) == sorted(names), recorded
head = Parser().parsestr(text(info + "/METADATA"))
needs = sorted("".join(sorted(need.replace("(", "").replace(")", "").replace(" ", ""))) for need in head.get_all("Requires-Dist"))
fields = {name: head[name] for name in ["Name", "Version", "Summary", "License", "Requires-Python", "Description-Content-Type"]}
code = sorted(name for name in names if ".dist-info/" not in name)
print(json.dumps({"fields": fields, "needs": needs, "code": code, "readme": head.get_payload().strip()}))
`

async function contentOf(program: string, file: string): Promise<unknown> {
  return JSON.parse((await run(program, ['-c', listing, file])).stdout) as unknown
}

/** What pip finds amiss with one package; the others are those of the machine. */
async function conflictsOf(python: string, name: string): Promise<string[]> {
  const program =
    'import subprocess, sys; print(subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True).stdout)'
  const { stdout } = await run(python, ['-c', program])
  return stdout.split('\n').filter(line => line.startsWith(`${name} `))
}

/** What the first program of the manual prints, run beside a server. */
async function quickstart(python: string): Promise<string> {
  const page = await readFile(join(repositoryRoot, 'docs/sdk-python.md'), 'utf8')
  const [, program = ''] = /```python\n(.*?)```/s.exec(page) ?? []
  const models = await startFakeModelServer()
  models.script({ text: 'Nothing is open.' })
  const plugins = ['developer', 'models', 'model-providers', 'conversations', 'tools', 'workspace']
  const server = await startTestKernel({ plugins, env: { SVC_MODEL_BASE_URL: models.baseUrl } })
  try {
    const env = { PATH: process.env['PATH'], SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
    return (await run(python, ['-c', program], { cwd: folder, env })).stdout
  } finally {
    await server.stop()
    await models.close()
  }
}

describe('the wheel of the Python SDK', () => {
  it('is the same bytes whenever it is made', async () => {
    expect(wheel).toEqual({ package: 'svc-sdk', version: '0.1.0', file: 'svc_sdk-0.1.0-py3-none-any.whl' })
    const other = await mkdtemp(join(folder, 'other-'))
    await packWheel(repositoryRoot, other)
    expect((await readFile(join(other, wheel.file))).equals(await readFile(path))).toBe(true)
  })

  const builder = findPython('setuptools', 'wheel', 'pip')
  it.skipIf(builder === null)(
    `holds what setuptools packs${builder === null ? ' (no python3 with setuptools, wheel and pip here)' : ''}`,
    async () => {
      const program = builder ?? ''
      const sources = join(folder, 'sources')
      await cp(join(repositoryRoot, 'sdk/python'), sources, { recursive: true })
      const args = ['wheel', '--no-build-isolation', '--no-index', '--no-deps', '--quiet', '--wheel-dir', sources]
      await run(program, ['-m', 'pip', ...args, sources])
      expect(await contentOf(program, path)).toEqual(await contentOf(program, join(sources, wheel.file)))
    },
  )

  const installer = findPython('venv', 'pip', 'httpx')
  it.skipIf(installer === null)(
    `is installed offline${installer === null ? ' (no python3 with venv, pip and httpx here)' : ''}`,
    async () => {
      const environment = join(folder, 'venv')
      await run(installer ?? '', ['-m', 'venv', '--system-site-packages', '--without-pip', environment])
      const python = join(environment, 'bin/python')
      await run(python, ['-m', 'pip', 'install', '--no-index', '--quiet', path])
      const script = `
import importlib.metadata as metadata
from svc_sdk._generated.models import Message
print(metadata.version("svc-sdk"), Message._from({"id": "msg_1"}).id)`
      expect((await run(python, ['-c', script], { cwd: folder })).stdout).toBe('0.1.0 msg_1\n')
      expect(await conflictsOf(python, 'svc-sdk')).toEqual([])
      expect(await quickstart(python)).toBe('Nothing is open.')
    },
  )
})
