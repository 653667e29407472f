import { ChildEndedError, ChildMethodError } from '@svc/plugin'
import type { ChildPool, ChildProcesses, JsonObject, JsonValue } from '@svc/plugin'
import type { ProgramResult } from '../hosts/jq/evaluate.ts'
import { ExpressionError } from './expressions.ts'
import type { Expressions } from './expressions.ts'
import { quoted, raisedSentence, unreadableSentence } from './jq-errors.ts'
import { syntaxFault } from './jq-syntax.ts'
import { plainValue } from './plain-path.ts'

export interface JqProcessesOptions {
  children: ChildProcesses
  /** CPU time that the expressions of a step may take together; default 1,000. */
  limitMs?: number
}

const poolOptions = {
  program: 'jq-host',
  mostWaitingEach: 1000,
  refusal: 'Too many expressions are waiting. Try again in a moment.',
  recycle: { uses: 5000, rssMb: 250 },
  retireOn: ['broken'],
  idleMs: 60_000,
}
const usual = { ...poolOptions, size: 4, spares: 1, mostEach: 2 }
/** Of all workspaces one at a time. */
const slow = { ...poolOptions, size: 1, mostEach: 1 }
/** A machine that is busy with other things takes longer than the program. */
const patience = 20
const maxOutputBytes = 1024 * 1024

/** Evaluates jq in processes that may be killed: what a program does to its own harms nobody else. Paths and literals need none. */
export class JqProcesses {
  readonly #pool: ChildPool<null>
  readonly #slowPool: ChildPool<null>
  readonly #limitMs: number

  constructor({ children, limitMs = 1000 }: JqProcessesOptions) {
    this.#pool = children.pool(usual)
    this.#slowPool = children.pool(slow)
    this.#limitMs = limitMs
  }

  /** For one run, say: once a program of it came to a limit, the next ones wait in line with those of other such runs. */
  for(workspaceId: string): Expressions {
    let pool = this.#pool
    return {
      evaluate: async (programs, input, variables, signal) => {
        const values: Record<string, unknown> = {}
        const rest: Record<string, string> = {}
        for (const [name, program] of Object.entries(programs)) {
          const plain = plainValue(program, input, variables)
          if (plain) values[name] = plain.value
          else rest[name] = program
        }
        if (Object.keys(rest).length === 0) return values
        try {
          const asker = { pool, workspaceId, signal }
          return { ...values, ...(await this.#evaluate(asker, rest, input, variables)) }
        } catch (error) {
          // Programs that are only wrong have no cause.
          if (error instanceof ExpressionError && error.cause !== undefined) pool = this.#slowPool
          throw error
        }
      },
    }
  }

  /** Why each program cannot be read where these variables are known, as a sentence; null of one that can. */
  async unreadable(
    workspaceId: string,
    programs: readonly string[],
    variables: readonly string[],
  ): Promise<(string | null)[]> {
    const faults = programs.map(program => unsafe(program))
    const safe = programs.filter((_, index) => faults[index] === null)
    if (safe.length === 0) return faults
    const given = Object.fromEntries(variables.map(name => [name, null]))
    const read = safe.map(program => `if false then (${program}\n) else null end`)
    const results = await this.#ask({ pool: this.#pool, workspaceId }, read, null, given)
    const reasons = new Map(
      safe.map((program, index) => {
        const result = results[index]
        return [
          program,
          result && 'unreadable' in result ? unreadableSentence(program, result.unreadable, variables) : null,
        ]
      }),
    )
    return programs.map((program, index) => faults[index] ?? reasons.get(program) ?? null)
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#slowPool.close()])
  }

  async #evaluate(
    asker: Asker,
    programs: Readonly<Record<string, string>>,
    input: unknown,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    for (const program of Object.values(programs)) {
      const fault = unsafe(program)
      if (fault !== null) throw new ExpressionError(fault)
    }
    const texts = Object.values(programs)
    const names = Object.keys(variables)
    // Each variable costs jq time to read and to bind.
    const meant = names.filter(name => texts.some(text => text.includes(`$${name}`)))
    const given = Object.fromEntries(meant.map(name => [name, variables[name]])) as JsonObject
    const results = await this.#ask(asker, texts, input as JsonValue, given)
    return Object.fromEntries(
      Object.entries(programs).map(([name, program], index) => [name, valueOf(program, results[index], names)]),
    )
  }

  async #ask(
    { pool, workspaceId, signal = new AbortController().signal }: Asker,
    programs: readonly string[],
    input: JsonValue,
    variables: JsonObject,
  ): Promise<readonly ProgramResult[]> {
    const timeoutMs = this.#limitMs * patience
    const given = JSON.stringify({ input, variables })
    const asked = { programs: [...programs], variables: Object.keys(variables), given, max_bytes: maxOutputBytes }
    try {
      const use = { workspaceId, signal, cpuMs: this.#limitMs, timeoutMs }
      const text = await pool.use(use, child => child.request('evaluate', asked))
      return JSON.parse(String(text)) as ProgramResult[]
    } catch (error) {
      throw this.#explained(error, programs)
    }
  }

  #explained(error: unknown, programs: readonly string[]): unknown {
    const [first = ''] = programs
    const what = programs.length === 1 ? `The expression ${quoted(first)}` : 'The expressions of this step'
    if (error instanceof ChildMethodError && error.code === 'too_large')
      return new ExpressionError(`${what} gave more than ${maxOutputBytes} bytes.`, { cause: error })
    if (error instanceof ChildMethodError)
      return new ExpressionError(`${what} needed more memory than an expression may use.`, { cause: error })
    if (!(error instanceof ChildEndedError) || error.reason === 'ended') return error
    if (error.reason === 'time' || error.reason === 'cpu')
      return new ExpressionError(`${what} ran past the limit of ${this.#limitMs} ms.`, { cause: error })
    return new ExpressionError(`${what} needed more memory than an expression may use.`, { cause: error })
  }
}

interface Asker {
  pool: ChildPool<null>
  workspaceId: string
  signal?: AbortSignal | undefined
}

/** Why a program cannot stand among others, as a sentence. */
function unsafe(program: string): string | null {
  const fault = syntaxFault(program)
  return fault === null ? null : `The expression ${quoted(program)} cannot be read: ${fault}`
}

function valueOf(program: string, result: ProgramResult | undefined, variables: readonly string[]): unknown {
  if (result === undefined) throw new Error('The process that evaluates expressions left one out.')
  if ('unreadable' in result) throw new ExpressionError(unreadableSentence(program, result.unreadable, variables))
  if ('e' in result) throw new ExpressionError(raisedSentence(program, result.e))
  if (result.v.length > 1)
    throw new ExpressionError(
      `The expression ${quoted(program)} gives more than one value. Put it in [ ] to have a list of them.`,
    )
  return result.v[0] ?? null
}
