import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { schemaTypes } from './schema-types.ts'

const folder = fileURLToPath(new URL('../../plugins/agent-apps/', import.meta.url))

interface Manifest {
  /** The schema's file name, without its ending. */
  schema: string
  /** The generated files', and the name of the type. */
  file: string
  type: string
}

const manifests: Manifest[] = [
  { schema: 'agent-app', file: 'agent-app-manifest', type: 'AgentAppManifest' },
  { schema: 'tool', file: 'tool-manifest', type: 'SandboxedToolManifest' },
]

type Schemas = Record<string, { properties: Record<string, unknown> }>

/** A reference to a property of the other schema is its content: validators and types then need no other file. */
function whole(value: unknown, schemas: Schemas): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => whole(item, schemas))
  const [, schema, property] = /^(.+)\.schema\.json#\/properties\/(.+)$/.exec(String(Reflect.get(value, '$ref'))) ?? []
  if (schema !== undefined && property !== undefined) return schemas[schema]?.properties[property]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(part, schemas)]))
}

function bannerOf({ schema }: Manifest): string {
  return `// Generated from schemas/${schema}.schema.json by npm run generate. Do not edit.\n`
}

/** The validator's types: the one thing that the compiler cannot infer from generated JavaScript. */
function validatorTypes({ file, type }: Manifest): string {
  return `import type { SchemaError } from '@svc/plugin/library/manifests/manifest-problems'
import type { ${type} } from './${file}.ts'

export declare const validate${type}: ((value: unknown) => value is ${type}) & {
  errors?: SchemaError[] | null
}
`
}

async function manifestValidator(schema: object, manifest: Manifest): Promise<string> {
  const [{ Ajv }, standalone, prettier] = await Promise.all([
    import('ajv'),
    import('ajv/dist/standalone/index.js'),
    import('prettier'),
  ])
  // Lengths in UTF-16 units: the code then asks for no runtime function of ajv, and needs no bundler.
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    unicode: false,
    logger: false,
    code: { source: true, esm: true, lines: true },
    schemas: [schema],
  })
  const code = standalone.default.default(ajv, { [`validate${manifest.type}`]: `${manifest.schema}.schema.json` })
  return prettier.format(code, { parser: 'babel', semi: false, singleQuote: true, printWidth: 120 })
}

/** What is made of the manifests' schemas: file path to content. */
export async function generateAgentAppFiles(): Promise<Map<string, string>> {
  const schemas: Schemas = {}
  for (const { schema } of manifests) {
    schemas[schema] = JSON.parse(await readFile(`${folder}schemas/${schema}.schema.json`, 'utf8')) as Schemas[string]
  }
  const files = new Map<string, string>()
  for (const manifest of manifests) {
    const schema = whole(schemas[manifest.schema], schemas) as object
    const banner = bannerOf(manifest)
    const titled = { ...schema, title: manifest.type }
    files.set(`${folder}generated/${manifest.file}.ts`, await schemaTypes(titled, manifest.type, banner))
    files.set(`${folder}generated/${manifest.file}-validator.js`, banner + (await manifestValidator(schema, manifest)))
    files.set(`${folder}generated/${manifest.file}-validator.d.ts`, banner + validatorTypes(manifest))
  }
  return files
}
