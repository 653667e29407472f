import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An agent app to write down: parts of its manifest, and its program. */
export interface MadeApp {
  manifest?: Readonly<Record<string, unknown>>
  main: string
}

/** Writes an agent app into a folder of apps; again: another edit of it. */
export async function writeApp(folder: string, name: string, { manifest = {}, main }: MadeApp): Promise<void> {
  const own = join(folder, name)
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'main.ts'), main)
  const whole = {
    manifest_version: '1',
    name,
    version: '1.0.0',
    description: `The app ${name}`,
    entry: { type: 'module', file: 'main.ts' },
    inputs: { type: 'object', properties: {}, additionalProperties: false },
    ...manifest,
  }
  await writeFile(join(own, 'manifest.json'), JSON.stringify(whole, null, 2))
}

/** A program that does `body`, with `ctx`. */
export function appThatDoes(body: string): string {
  return `import { defineAgentApp } from '@svc/sdk/agent-app'

export default defineAgentApp<any>({
  async run(ctx) {
    ${body}
  },
})
`
}
