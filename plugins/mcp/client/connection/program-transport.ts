import { setImmediate as turn } from 'node:timers/promises'
import type { JSONRPCMessage, ReadBuffer, Transport } from '@modelcontextprotocol/client'
import type { OperatorPrograms, RunningProgram } from '@svc/plugin'
import type { StdioTarget } from '../servers-file/servers-file.ts'

type Library = typeof import('@modelcontextprotocol/client')

export interface ProgramTransportOptions {
  library: Library
  programs: OperatorPrograms
  target: StdioTarget
  /** The limit of one message. */
  maxBytes: number
}

/** A server that is a program of the operator's, spoken to in lines over its standard input and output. */
export class ProgramTransport implements Transport {
  onclose: (() => void) | undefined
  onerror: ((error: Error) => void) | undefined
  onmessage: ((message: JSONRPCMessage) => void) | undefined
  readonly #options: ProgramTransportOptions
  readonly #received: ReadBuffer
  #program: RunningProgram | undefined
  #isHandingOn = false
  /** What it said last before it ended by itself. */
  lastWords = ''

  constructor(options: ProgramTransportOptions) {
    this.#options = options
    this.#received = new options.library.ReadBuffer({ maxBufferSize: options.maxBytes })
  }

  async start(): Promise<void> {
    const { programs, target } = this.#options
    const program = await programs.start(target)
    this.#program = program
    program.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    void program.exited.then(({ lastWords, code, signal }) => {
      this.#program = undefined
      this.lastWords = lastWords.trim() || `it ended with ${signal ?? `code ${code}`}`
      this.onclose?.()
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#program) throw new Error('The program has ended.')
    const { stdin } = this.#program
    stdin.write(this.#options.library.serializeMessage(message))
    // It asks and asks, and reads no answer.
    if (stdin.writableLength > this.#options.maxBytes) this.#break(new Error('The program does not read its input.'))
  }

  async close(): Promise<void> {
    const program = this.#program
    program?.kill()
    await program?.exited
  }

  #take(chunk: Buffer): void {
    try {
      this.#received.append(chunk)
    } catch (error) {
      this.#break(error)
      return
    }
    if (!this.#isHandingOn) void this.#handOn()
  }

  async #handOn(): Promise<void> {
    this.#isHandingOn = true
    try {
      for (let message = this.#received.readMessage(); message !== null; message = this.#received.readMessage()) {
        this.onmessage?.(message)
        // The library looks at a notification a little later, and at an answer at once: the last progress before it would be lost.
        if (!('id' in message)) await turn()
      }
    } catch (error) {
      this.#break(error)
    } finally {
      this.#isHandingOn = false
    }
  }

  /** After a broken or endless line it is unknown where the next message begins. */
  #break(error: unknown): void {
    this.onerror?.(error as Error)
    this.#program?.kill('protocol')
  }
}
