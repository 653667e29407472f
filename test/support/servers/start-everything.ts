import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './local-server.ts'

/** The reference server of the protocol, a program of its own. */
export const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
)

/** The reference server over streamable HTTP, on a port of this machine. */
export async function startEverything(port?: number): Promise<{ url: string; key: string; stop(): Promise<void> }> {
  port ??= await freePort()
  const child = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for await (const chunk of child.stderr) {
    said += String(chunk)
    if (said.includes('listening')) break
  }
  if (!said.includes('listening')) throw new Error(`The reference server did not start: ${said}`)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    key: `127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
