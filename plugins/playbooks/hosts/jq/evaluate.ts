import { createRequire } from 'node:module'
import type { JsonValue } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'

/** Programs that are evaluated on one input. */
export interface Evaluation {
  programs: string[]
  /** Names of the variables, without `$`. */
  variables: string[]
  /** JSON: `{input, variables}`. */
  given: string
  max_bytes: number
}

/** What one program gave: its values, at most two of them, what it raised, or why it cannot be read. */
export type ProgramResult = { v: JsonValue[] } | { e: JsonValue } | { unreadable: string }

interface Jq {
  raw(input: string, program: string, flags: string[]): string | undefined
}

const maxMemoryBytes = 128 * 1024 * 1024
const pageBytes = 65_536
const cannotBeRead = 3

interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

// jq asks for memory by this alone, so its limit holds to the byte. Growing fails as it does where the system has none left.
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as { Memory: { prototype: WasmMemory } }
const grow = Object.getOwnPropertyDescriptor(Memory.prototype, 'grow')?.value as WasmMemory['grow']
Memory.prototype.grow = function (this: WasmMemory, pages: number): number {
  if (this.buffer.byteLength + pages * pageBytes > maxMemoryBytes) throw new RangeError('There is no more memory.')
  return grow.call(this, pages)
}

const jq = await (createRequire(import.meta.url)('jq-web') as Promise<Jq>)

/**
 * All programs in one start, which is what costs time. Gives a list of {@link ProgramResult} as JSON.
 * @throws RemoteError `too_large`, or `broken` when this process can evaluate nothing more
 */
export function evaluate({ programs, variables, given, max_bytes }: Evaluation): string {
  const bound = variables.map(name => `.variables.${name} as $${name} | `).join('')
  // Two values are enough to know that there are too many.
  const parts = programs.map(program => `(try {v: [limit(2; (${program}\n))]} catch {e: .})`)
  const found = run(given, `${bound}.input | [${parts.join(', ')}]`)
  // Names are bound in the same way when each is read by itself, without being run.
  if ('unreadable' in found)
    return JSON.stringify(
      programs.map(program => {
        const alone = run(given, `${bound}if false then (${program}\n) else null end`)
        return 'unreadable' in alone ? alone : { v: [] }
      }),
    )
  if (found.text.length > max_bytes) throw new RemoteError('too_large', `${found.text.length} bytes`)
  return found.text
}

function run(input: string, program: string): { text: string } | { unreadable: string } {
  try {
    return { text: jq.raw(input, program, ['-c']) ?? '' }
  } catch (error) {
    const { exitCode, stderr } = error as { exitCode?: number; stderr?: string }
    if (exitCode === cannotBeRead) return { unreadable: stderr ?? '' }
    throw new RemoteError('broken', stderr ?? String(error))
  }
}
