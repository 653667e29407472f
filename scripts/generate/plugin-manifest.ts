import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { schemaTypes } from './schema-types.ts'

const folder = fileURLToPath(new URL('../../kernel/manifest/', import.meta.url))

/** `.d.ts` of the validator: the one thing that the compiler cannot infer from generated JavaScript. */
const validatorTypes = `import type { PluginManifest } from './plugin-manifest.ts'

interface SchemaError {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
}

export declare const validatePluginManifest: ((value: unknown) => value is PluginManifest) & { errors?: SchemaError[] | null }
`

async function manifestValidator(schema: object): Promise<string> {
  const [{ Ajv }, standalone, esbuild] = await Promise.all([
    import('ajv'),
    import('ajv/dist/standalone/index.js'),
    import('esbuild'),
  ])
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    code: { source: true, esm: true, lines: true },
    schemas: [schema],
  })
  const contents = standalone.default.default(ajv, { validatePluginManifest: 'plugin.schema.json' })
  // Bundled, because the standalone code of ajv asks for its runtime functions with require.
  const bundle = await esbuild.build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    legalComments: 'none',
  })
  return bundle.outputFiles[0]?.text ?? ''
}

/** What is made of `plugin.schema.json`: file path to content. */
export async function generateManifest(): Promise<Map<string, string>> {
  const schema = JSON.parse(await readFile(`${folder}plugin.schema.json`, 'utf8')) as object
  const banner = '// Generated from plugin.schema.json by npm run generate. Do not edit.\n'
  return new Map([
    [`${folder}generated/plugin-manifest.ts`, await schemaTypes(schema, 'PluginManifest', banner)],
    [`${folder}generated/plugin-manifest-validator.js`, banner + (await manifestValidator(schema))],
    [`${folder}generated/plugin-manifest-validator.d.ts`, banner + validatorTypes],
  ])
}
