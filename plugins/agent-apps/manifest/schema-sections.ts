import { metaSchemaFault } from '@svc/plugin/library/meta-schemas/meta-schema-fault'
import type { JsonObject, JsonSchema } from '@svc/plugin'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import { plainProblem, problemIn } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'
import { schemaFaults } from './schema-rules.ts'
import { compileSchema } from './schema-validator.ts'
import type { SchemaValidator } from './schema-validator.ts'

export interface SchemaSections {
  /** Null when `inputs` cannot be used. */
  validateInputs: SchemaValidator | null
  validateOutput: SchemaValidator | null
  config: JsonObject
  problems: AppProblem[]
}

/** The keys of a manifest that hold them. */
export interface SchemaKeys {
  inputs: 'inputs' | 'input_schema'
  outputs: 'outputs' | 'output_schema'
}

type Section = SchemaKeys['inputs'] | SchemaKeys['outputs'] | 'config'

/** Checks the three schemas that a manifest may carry, and the operator's configuration against its own. */
export function readSchemas(
  text: ManifestText,
  { inputs, outputs }: { inputs: JsonSchema; outputs: JsonSchema | undefined },
  keys: SchemaKeys,
  configured: JsonObject,
): SchemaSections {
  const { config } = text.manifest
  const problems: AppProblem[] = []
  const validateInputs = readSection(text, keys.inputs, inputs, problems)
  const validateOutput = outputs ? readSection(text, keys.outputs, outputs, problems) : null
  const validateConfig = config ? readSection(text, 'config', config, problems) : null
  const objects: [Section, JsonSchema | undefined][] = [
    [keys.inputs, inputs],
    ['config', config],
  ]
  for (const [section, schema] of objects) {
    if (schema && schema['type'] !== 'object') problems.push(problemIn(text, [section], 'must have "type": "object".'))
  }
  const values = structuredClone(configured)
  for (const { path, message } of validateConfig?.(values) ?? []) {
    const key = `plugins.agent-apps.apps.${text.manifest.name}${path.replaceAll('/', '.')}`
    problems.push(plainProblem('svc.config.yaml', `${key} ${message}. Set it there; ${text.file} says what it is.`))
  }
  return { validateInputs, validateOutput, config: values, problems }
}

function readSection(
  text: ManifestText,
  section: Section,
  schema: JsonSchema,
  problems: AppProblem[],
): SchemaValidator | null {
  const faults = schemaFaults(schema)
  for (const { path, message } of faults) problems.push(problemIn(text, [section, ...path], message))
  if (faults.length > 0) return null
  const fault = metaSchemaFault(schema)
  if (fault) {
    const path = fault.path
      .split('/')
      .slice(1)
      .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    problems.push(
      problemIn(text, [section, ...path], `${fault.message}. See the keyword in the JSON Schema specification.`),
    )
    return null
  }
  return compileSchema(schema)
}
