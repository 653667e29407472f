import { quotedName, quotedText } from '../../quoting.ts'
import type { NamedType } from '../../reading/csv/csv-plan.ts'
import { givenType } from '../../reading/column-types.ts'

/** A SELECT of a source whose columns get these names, and where one was given a type, are cast: a value that does not fit is an error. */
export function selectTyped(source: string, columns: readonly NamedType[]): string {
  const aliases = columns.map((_, index) => `c${index}`)
  const values = columns.map(({ name, given }, index) => {
    const value = given === null ? aliases[index]! : castTo(aliases[index]!, givenType(name, given).name, name)
    return `${value} as ${quotedName(name)}`
  })
  return `select ${values.join(', ')} from ${source} as source(${aliases.join(', ')})`
}

/** The engine's own casts round to an integer, and cut the time off a date. */
function castTo(value: string, type: string, name: string): string {
  const cast = `cast(${value} as ${type})`
  const wider = { BIGINT: 'double', DATE: 'timestamp' }[type]
  if (wider === undefined) return cast
  const message = `'A value of the column ${quotedText(name).slice(1, -1)} is no ${type}: ' || left(cast(${value} as varchar), 60)`
  return `case when ${value} is null then null when cast(${cast} as ${wider}) = cast(${value} as ${wider}) then ${cast} else error(${message}) end`
}
