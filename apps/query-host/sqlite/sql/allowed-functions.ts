import type { Database } from 'better-sqlite3'

const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * SQLite's own functions that a statement may use. Not among them: what loads code, describes the library or the connection, or belongs to the
 * full-text and R-tree tables.
 */
const builtIn = words(`
  abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist current_date current_time
  current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat hex if iif ifnull instr json json_array
  json_array_insert json_array_length json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty
  json_quote json_remove json_replace json_set json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim
  max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote radians
  random randomblob rank replace round row_number rtrim sign sin sinh soundex sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total
  trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob -> ->>`)

const alwaysVolatile = words('random randomblob current_date current_time current_timestamp')
const volatileByArgument = words('date datetime time julianday strftime unixepoch timediff')

/** The names of a statement's functions that may give something else the next time. `mentionsNow`: whether `'now'`, or no argument at all, may be given to one. */
export function volatileFunctions(names: readonly string[], mentionsNow: boolean): string[] {
  return names.filter(name => alwaysVolatile.includes(name) || (mentionsNow && volatileByArgument.includes(name)))
}

export function isAllowedFunction(name: string, ours: ReadonlySet<string>): boolean {
  return ours.has(name) || builtIn.includes(name)
}

/** What a prepared statement will do, by the program that SQLite made of it. */
export interface StatementProgram {
  /** Lower case, each once. */
  functions: string[]
  /** It reads a catalogue (`sqlite_schema` under any of its names). */
  readsCatalogue: boolean
  /** It reads a virtual table other than `json_each` and `json_tree`: `pragma_…`, `dbstat` and the like. */
  readsSpecialTable: boolean
}

interface Instruction {
  opcode: string
  p2: number
  p4: string | null
}

// Its types do not know of it yet.
type Explaining = Database & { explain(sql: string): Instruction[] }

const callingOpcodes = /^(Pure)?Func(tion)?$|^Agg(Step|Step1|Value|Inverse|Final)$/
const openingOpcodes = /^(OpenRead|OpenWrite|ReopenIdx)$/

export function programOf(db: Database, sql: string): StatementProgram {
  const instructions = (db as Explaining).explain(sql)
  const functions = new Set<string>()
  const specials = new Set<string>()
  let readsCatalogue = false
  for (const { opcode, p2, p4 } of instructions) {
    if (callingOpcodes.test(opcode) && p4 !== null) functions.add(p4.replace(/\([-\d]*\)$/, '').toLowerCase())
    // Every database begins with the page of its catalogue.
    if (openingOpcodes.test(opcode) && p2 === 1) readsCatalogue = true
    if (opcode === 'VOpen') specials.add(p4 ?? '')
  }
  return {
    functions: [...functions].sort(),
    readsCatalogue,
    readsSpecialTable: specials.size > 0 && [...specials].some(table => !jsonTables(db).has(table)),
  }
}

// A program names a virtual table by its address in this connection's memory; equal addresses are the same table.
function jsonTables(db: Database): Set<string> {
  const both = (db as Explaining).explain("SELECT 1 FROM json_each('1'), json_tree('1')")
  return new Set(both.filter(({ opcode }) => opcode === 'VOpen').map(({ p4 }) => p4 ?? ''))
}
