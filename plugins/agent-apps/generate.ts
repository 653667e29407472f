import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))
const banner = '// Generated from schemas/agent-app.schema.json by npm run generate. Do not edit.\n'

/** The validator's types: the one thing that the compiler cannot infer from generated JavaScript. */
const validatorTypes = `import type { SchemaError } from '@svc/plugin/contracts/manifest-problems'
import type { AgentAppManifest } from './agent-app-manifest.ts'

export declare const validateAgentAppManifest: ((value: unknown) => value is AgentAppManifest) & {
  errors?: SchemaError[] | null
}
`

async function manifestTypes(schema: object): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  return compile(structuredClone(schema), 'AgentAppManifest', {
    additionalProperties: false,
    bannerComment: banner.trim(),
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120, arrowParens: 'avoid' },
  })
}

async function manifestValidator(schema: object): Promise<string> {
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
  const code = standalone.default.default(ajv, { validateAgentAppManifest: 'agent-app.schema.json' })
  return prettier.format(code, { parser: 'babel', semi: false, singleQuote: true, printWidth: 120 })
}

/** What is made of `schemas/agent-app.schema.json`: file path to content. */
export async function generateAgentAppFiles(): Promise<Map<string, string>> {
  const schema = JSON.parse(await readFile(`${folder}schemas/agent-app.schema.json`, 'utf8')) as object
  return new Map([
    [`${folder}generated/agent-app-manifest.ts`, await manifestTypes(schema)],
    [`${folder}generated/agent-app-manifest-validator.js`, banner + (await manifestValidator(schema))],
    [`${folder}generated/agent-app-manifest-validator.d.ts`, banner + validatorTypes],
  ])
}
