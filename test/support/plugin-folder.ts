import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PluginSource {
  /** Beside what every manifest needs. */
  manifest?: Record<string, unknown>
  /** The `uses` of definePlugin and the body of its setup, as TypeScript. */
  uses?: string
  setup?: string
  /** Lines before definePlugin, such as imports. */
  head?: string
  /** More files of the folder. */
  files?: Record<string, string>
}

/** Writes a plugin's folder below `root` and gives its path. */
export async function writePlugin(root: string, id: string, source: PluginSource = {}): Promise<string> {
  const folder = join(root, id)
  const manifest = {
    manifest: 1,
    id,
    version: '1.0.0',
    kernel: '^1',
    title: id,
    description: `The plugin ${id}`,
    entry: './plugin.ts',
    ...source.manifest,
  }
  const code = `import { definePlugin, defineService, defineExtensionPoint } from '@svc/plugin'
${source.head ?? ''}
export const plugin = definePlugin()({
  id: '${id}',
  uses: {${source.uses ?? ''}},
  async setup(services: any, env: any) {
    ${source.setup ?? ''}
  },
})
void defineService
void defineExtensionPoint
`
  const files = { 'plugin.json': `${JSON.stringify(manifest, null, 2)}\n`, 'plugin.ts': code, ...source.files }
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, content)
  }
  return folder
}

/** A route as TypeScript, for `env.routes(app => { … })`. */
export function routeSource(path: string, handler: string, extra = "permission: 'public',"): string {
  return `env.routes(app => app.route({
    method: 'GET', path: '${path}', operationId: 'test${path.replaceAll(/[^a-z]+/gi, '_')}', summary: 'Test', ${extra}
    responses: { 200: { description: 'Done' } },
    handler: ${handler},
  }))`
}
