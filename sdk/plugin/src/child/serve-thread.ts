import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { isMainThread, parentPort } from 'node:worker_threads'
import { messageOf } from '../errors.ts'

/** What a thread of `childProcesses.thread` is sent, one at a time. */
export interface ThreadTask {
  task: unknown
}

export type ThreadAnswer = { answer: unknown } | { error: { code: string; message: string } }

/** A task or an answer, and which of its buffers change their owner rather than being copied: the sender's are empty from then on. */
export class Transferred<Value> {
  readonly value: Value
  readonly buffers: ArrayBuffer[]

  constructor(value: Value, buffers: ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

/** How far threads come after the server's own, for which everybody waits, where processors are scarce. */
const niceBelow = 5

/** The frame of every module that `childProcesses.thread` starts: each task is answered with what `work` returns or throws. */
export function serveThread<Task, Answer>(work: (task: Task) => Promise<Answer | Transferred<Answer>>): void {
  lowerPriority()
  const send = (answer: ThreadAnswer, buffers: ArrayBuffer[] = []): void => parentPort?.postMessage(answer, buffers)
  parentPort?.on('message', ({ task }: ThreadTask) => {
    work(task as Task).then(
      result =>
        result instanceof Transferred ? send({ answer: result.value }, result.buffers) : send({ answer: result }),
      (error: unknown) => send({ error: { code: codeOf(error), message: messageOf(error) } }),
    )
  })
}

/** Best effort. Linux has a priority for each thread, other systems for the whole process. */
function lowerPriority(): void {
  if (isMainThread || process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(getPriority(thread) + niceBelow, constants.priority.PRIORITY_LOW))
  } catch {
    // Without /proc it runs all the same, as an equal of the others.
  }
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : 'error'
}
