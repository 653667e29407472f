import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'

it('a command without a server starts the programs of mcp.json when it asks for tools, and not otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-mcp-programs-'))
  try {
    const home = join(folder, 'home')
    const started = join(folder, 'started')
    const code = `require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`
    const mcpServers = { noted: { command: process.execPath, args: ['-e', code] } }
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }))
    const env = {
      SVC_HOME: home,
      SVC_MCP_SERVERS_FILE: join(folder, 'mcp.json'),
      SVC_MCP_STDIO_ENABLED: 'true',
      SVC_ADMIN_USERNAME: 'ada',
      SVC_ADMIN_PASSWORD: 'correct horse battery',
    }
    const svc = (...args: string[]) => runSvcHere(args, { cwd: folder, env })
    expect(await svc('user', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('ada') })
    expect(existsSync(started)).toBe(false)
    expect(await svc('tool', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('calculator') })
    expect(existsSync(started)).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
