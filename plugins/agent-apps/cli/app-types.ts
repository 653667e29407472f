import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { JsonSchema } from '@svc/plugin'
import { appWorkbench } from './app-workbench.ts'
import type { AppWorkbench } from './app-workbench.ts'
import { anyTools, appFolders, checkFolder } from './app-folders.ts'
import type { FolderContext } from './app-folders.ts'
import { reportOf } from './validate-apps.ts'

const banner = '// Generated from the manifest by "svc app types". Do not edit.'

/**
 * `svc app types`, `svc tool types`: writes generated/inputs.ts, of a tool generated/input.ts, beside the app's code. That code is not
 * compiled: it may use the types that are not there yet.
 */
export async function writeAppTypes(context: FolderContext): Promise<number> {
  const services = await context.home.service(appWorkbench)
  const written: string[] = []
  for (const folder of await appFolders(context, services)) {
    const checked = await checkFolder(folder, services, anyTools, { build: false })
    const manifestIsGood =
      checked.app ?? checked.problems.every(problem => !/^(manifest|tool)\.(json|yaml)$/.test(problem.file))
    const schemas = checked.app?.definition ?? (manifestIsGood ? await schemasOf(folder, services) : null)
    if (!schemas) {
      context.io.result({ written }, reportOf(checked, context.io.cwd))
      return 1
    }
    const name = checked.kind === 'app' ? 'Inputs' : 'Input'
    const file = join(folder, 'generated', `${name.toLowerCase()}.ts`)
    await mkdir(join(folder, 'generated'), { recursive: true })
    await writeFile(file, await typesOf(name, schemas.inputs, schemas.configSchema))
    written.push(relative(context.io.cwd, file))
  }
  context.io.result({ written }, written.map(file => `Wrote ${file}`).join('\n'))
  return 0
}

async function schemasOf(
  folder: string,
  { builder }: AppWorkbench,
): Promise<{ inputs: JsonSchema; configSchema: JsonSchema | null } | null> {
  const { isToolFolder, readManifestText, readToolText } = await import('../manifest/manifest-text.ts')
  const source = await builder.read(folder)
  const text = isToolFolder(source) ? readToolText(source) : readManifestText(source)
  if ('problems' in text) return null
  const { manifest } = text
  const inputs = 'kind' in manifest ? manifest.input_schema : manifest.inputs
  return { inputs, configSchema: manifest.config ?? null }
}

async function typesOf(name: string, inputs: JsonSchema, config: JsonSchema | null): Promise<string> {
  const { compile } = await import('json-schema-to-typescript-lite')
  const options = {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    $refOptions: { resolve: { external: false } },
  }
  const parts = [banner, await compile({ ...asFilledIn(inputs), title: name }, name, options)]
  if (config) parts.push(await compile({ ...asFilledIn(config), title: 'Config' }, 'Config', options))
  return parts.join('\n')
}

/** As the app sees the values: fields with a default are always there. */
function asFilledIn(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return schema
  const fields = Object.entries(properties).map(([name, field]) => [name, asFilledIn(field as JsonSchema)] as const)
  const filled = fields.filter(([, field]) => 'default' in field).map(([name]) => name)
  const present = new Set([...(Array.isArray(required) ? required : []), ...filled])
  return { ...schema, properties: Object.fromEntries(fields), required: [...present] }
}
