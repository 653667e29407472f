import type { Database } from 'better-sqlite3'

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

// A virtual table is named in a program by where it lies in this connection's memory, so that two statements tell whether they mean the same one.
function jsonTables(db: Database): Set<string> {
  const both = (db as Explaining).explain("SELECT 1 FROM json_each('1'), json_tree('1')")
  return new Set(both.filter(({ opcode }) => opcode === 'VOpen').map(({ p4 }) => p4 ?? ''))
}
