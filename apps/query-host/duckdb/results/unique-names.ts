import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBType } from '@duckdb/node-api'
import { quotedName } from '../../quoting.ts'
import { typeNameOf } from './json-values.ts'

/** Whether a struct anywhere in the type has members of the same name, as `row(1, 2)` makes them: by name all but one would be lost. */
export function hasSharedNames(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.STRUCT:
      return new Set(type.entryNames).size < type.entryNames.length || type.entryTypes.some(hasSharedNames)
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return hasSharedNames(type.valueType)
    case DuckDBTypeId.MAP:
      return hasSharedNames(type.keyType) || hasSharedNames(type.valueType)
    case DuckDBTypeId.UNION:
      return type.memberTypes.some(hasSharedNames)
    default:
      return false
  }
}

/** `select` of the rows of `from`, with such members called `_1`, `_2` and so on by their place. */
export function uniquelyNamed(from: string, columns: readonly { name: string; type: DuckDBType }[]): string {
  const aliases = columns.map((_, index) => `c${index}`)
  const cells = columns.map(({ name, type }, index) => {
    const cell = hasSharedNames(type) ? `cast(c${index} as ${uniqueType(type)})` : `c${index}`
    return `${cell} as ${quotedName(name)}`
  })
  return `select ${cells.join(', ')} ${from} as named(${aliases.join(', ')})`
}

function uniqueType(type: DuckDBType): string {
  switch (type.typeId) {
    case DuckDBTypeId.STRUCT: {
      const isShared = new Set(type.entryNames).size < type.entryNames.length
      const members = type.entryTypes.map((member, index) => {
        return `${quotedName(isShared ? `_${index + 1}` : type.entryNames[index]!)} ${uniqueType(member)}`
      })
      return `STRUCT(${members.join(', ')})`
    }
    case DuckDBTypeId.LIST:
      return `${uniqueType(type.valueType)}[]`
    case DuckDBTypeId.ARRAY:
      return `${uniqueType(type.valueType)}[${type.length}]`
    case DuckDBTypeId.MAP:
      return `MAP(${uniqueType(type.keyType)}, ${uniqueType(type.valueType)})`
    case DuckDBTypeId.UNION: {
      const members = type.memberTags.map((tag, index) => `${quotedName(tag)} ${uniqueType(type.memberTypes[index]!)}`)
      return `UNION(${members.join(', ')})`
    }
    default:
      return typeNameOf(type)
  }
}
