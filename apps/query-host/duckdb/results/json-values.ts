import { DuckDBTypeId } from '@duckdb/node-api'
import type {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBType,
  DuckDBUnionValue,
  DuckDBValue,
} from '@duckdb/node-api'
import { standardJson } from './standard-json.ts'
import { dateText, timestampText } from './time-texts.ts'

/** Writes a value of one type as JSON text; SQL's NULL as `null`. */
export type JsonWriter = (value: DuckDBValue) => string

export interface JsonWriting {
  /** How a finite floating-point number is written. */
  double?: (value: number) => string
}

const maxExact = BigInt(Number.MAX_SAFE_INTEGER)
/** Decimals of as many digits are the same after they went through a double. */
const maxExactDecimal = 10n ** 15n

/** As api.md has them: what a JSON number cannot hold exactly is text. */
export function jsonWriterOf(type: DuckDBType, writing: JsonWriting = {}): JsonWriter {
  const write = writerOf(type, writing)
  return value => (value === null ? 'null' : write(value))
}

/** The type as people write it. */
export function typeNameOf(type: DuckDBType): string {
  return type.alias ?? type.toString()
}

function writerOf(type: DuckDBType, writing: JsonWriting): JsonWriter {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return String
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return value => integerJson(value as bigint)
    case DuckDBTypeId.DOUBLE: {
      const write = writing.double ?? String
      return value => (Number.isFinite(value) ? write(value as number) : `"${String(value)}"`)
    }
    case DuckDBTypeId.FLOAT: {
      const write = writing.double ?? String
      return value => (Number.isFinite(value) ? write(shortFloat(value as number)) : `"${String(value)}"`)
    }
    case DuckDBTypeId.DECIMAL:
      return value => decimalJson(value as DuckDBDecimalValue)
    case DuckDBTypeId.VARCHAR:
      return type.alias === 'JSON' ? value => standardJson(value as string) : value => JSON.stringify(value)
    case DuckDBTypeId.ENUM:
      return value => JSON.stringify(value)
    case DuckDBTypeId.DATE:
      return value => `"${dateText(value as DuckDBDateValue)}"`
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return value => `"${timestampText(value as Parameters<typeof timestampText>[0])}"`
    case DuckDBTypeId.BLOB:
      return value => `"${Buffer.from((value as DuckDBBlobValue).bytes).toString('base64')}"`
    default:
      return nestedWriterOf(type, writing)
  }
}

function nestedWriterOf(type: DuckDBType, writing: JsonWriting): JsonWriter {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY: {
      const item = jsonWriterOf(type.valueType, writing)
      return value => `[${(value as DuckDBListValue | DuckDBArrayValue).items.map(item).join(',')}]`
    }
    case DuckDBTypeId.STRUCT: {
      const members = type.entryNames.map((name, index) => ({
        name,
        key: JSON.stringify(name),
        write: jsonWriterOf(type.entryTypes[index]!, writing),
      }))
      return value => {
        const { entries } = value as DuckDBStructValue
        return `{${members.map(({ name, key, write }) => `${key}:${write(entries[name] ?? null)}`).join(',')}}`
      }
    }
    case DuckDBTypeId.MAP: {
      const key = jsonWriterOf(type.keyType, writing)
      const item = jsonWriterOf(type.valueType, writing)
      return value => {
        const { entries } = value as DuckDBMapValue
        return `{${entries.map(entry => `${memberName(key(entry.key))}:${item(entry.value)}`).join(',')}}`
      }
    }
    case DuckDBTypeId.UNION: {
      const members = new Map(
        type.memberTags.map((tag, index) => [tag, jsonWriterOf(type.memberTypes[index]!, writing)]),
      )
      return value => {
        const { tag, value: inner } = value as DuckDBUnionValue
        return members.get(tag)?.(inner) ?? 'null'
      }
    }
    // Times, intervals, identifiers, bits and what later versions add: as the engine shows them.
    default:
      return value => JSON.stringify(String(value))
  }
}

function integerJson(value: bigint): string {
  return value <= maxExact && value >= -maxExact ? value.toString() : `"${value.toString()}"`
}

function decimalJson(value: DuckDBDecimalValue): string {
  const text = value.toString()
  return value.value < maxExactDecimal && value.value > -maxExactDecimal ? text : `"${text}"`
}

/** The shortest decimal that is this number in 32 bits: as a double it would show digits nobody wrote. */
function shortFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** A member's name is text whatever the key was. */
function memberName(json: string): string {
  return json.startsWith('"') ? json : JSON.stringify(json)
}
