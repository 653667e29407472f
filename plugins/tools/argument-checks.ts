import { ValidationError } from '@svc/plugin'
import type { FieldError, JsonObject, ToolManifest } from '@svc/plugin'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'

const maxErrors = 20

function fieldError(error: ErrorObject): FieldError {
  const name: unknown = error.params['additionalProperty'] ?? error.params['unevaluatedProperty']
  const message = typeof name === 'string' ? `has the unknown property "${name}"` : (error.message ?? 'is not valid')
  return { path: `/arguments${error.instancePath}`, message }
}

async function openAjv(): Promise<Ajv> {
  const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false })
  formats.default.default(ajv)
  return ajv
}

/** Checks a call's arguments against its tool's schema. Nothing is loaded or compiled before a tool's first call. */
export class ArgumentChecks {
  readonly #validators = new Map<string, ValidateFunction>()
  #ajv: Promise<Ajv> | undefined

  /** @throws ValidationError */
  async check(tool: ToolManifest, given: JsonObject): Promise<void> {
    const validate = await this.#validator(tool)
    if (validate(given)) return
    const errors = (validate.errors ?? []).slice(0, maxErrors).map(fieldError)
    const sentence = errors.map(({ path, message }) => `${path.slice(1)} ${message}`).join('; ')
    throw new ValidationError(`The arguments of ${tool.name} are not valid: ${sentence}.`, errors)
  }

  async #validator(tool: ToolManifest): Promise<ValidateFunction> {
    const known = this.#validators.get(tool.name)
    if (known) return known
    this.#ajv ??= openAjv()
    const validate = (await this.#ajv).compile(tool.input_schema)
    this.#validators.set(tool.name, validate)
    return validate
  }
}
