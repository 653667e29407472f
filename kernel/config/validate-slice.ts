import type { ErrorObject } from 'ajv'
import { CronPattern } from 'croner'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import { isHostPort } from '../egress/index.ts'
import { plainlyFits } from './plainly-fits.ts'
import type { SettingsSchema } from './setting.ts'

/** A value that does not fit, and the setting it belongs to. */
interface SliceFault {
  name: string
  message: string
  error: ErrorObject
}

/** Checks a slice and fills in nested defaults. */
export async function sliceFaults(slice: Record<string, unknown>, schema: SettingsSchema): Promise<SliceFault[]> {
  if (plainlyFits(slice, schema)) return []
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')])
  // A schema is checked where it is read: the validator of schemas takes longer to make than all of these together.
  const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, verbose: true, validateSchema: false })
  formats.default.default(ajv)
  ajv.addFormat('path', true)
  ajv.addFormat('host-port', isHostPort)
  ajv.addFormat('cron', isCron)
  const validate = ajv.compile(schema)
  if (validate(slice)) return []
  return (validate.errors ?? []).map(inWords).map(error => ({ name: nameOf(error), message: messageOf(error), error }))
}

/** Words for our own formats, whose names the author of a value does not know. */
const inOurWords: Record<string, string> = {
  'host-port': 'is not a host:port pair such as localhost:11434 or [::1]:8080',
  cron: 'is not a cron pattern such as 30 3 * * * (minute, hour, day, month, day of the week) or @daily',
}

function inWords(error: ErrorObject): ErrorObject {
  const words = error.keyword === 'format' ? inOurWords[String(error.params['format'])] : undefined
  return words === undefined ? error : { ...error, message: `${JSON.stringify(error.data)} ${words}` }
}

function isCron(text: string): boolean {
  try {
    return new CronPattern(text, undefined, { mode: '5-or-6-parts' }).pattern !== ''
  } catch {
    return false
  }
}

function nameOf(error: ErrorObject): string {
  if (error.instancePath === '' && error.keyword === 'required') return String(error.params['missingProperty'])
  // One value asks for another that is not there.
  if (error.keyword === 'dependencies') return String(error.params['property'])
  return error.instancePath.split('/')[1] ?? ''
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'must be set'
  if (error.keyword === 'dependencies') {
    const { property, missingProperty: missing } = error.params as { property: string; missingProperty: string }
    return `needs ${missing}, which is not set. Set ${missing} as well, or remove ${property}`
  }
  const [fault] = schemaFaults([error])
  const place = fault?.path.split('/').slice(2).join('.') ?? ''
  return `${place === '' ? '' : `${place} `}${fault?.message ?? 'does not fit'}`
}
