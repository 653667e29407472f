import { parentPort } from 'node:worker_threads'
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

/** The frame of every module that `childProcesses.thread` starts: each task is answered with what `work` returns or throws. */
export function serveThread<Task, Answer>(work: (task: Task) => Promise<Answer | Transferred<Answer>>): void {
  const send = (answer: ThreadAnswer, buffers: ArrayBuffer[] = []): void => parentPort?.postMessage(answer, buffers)
  parentPort?.on('message', ({ task }: ThreadTask) => {
    work(task as Task).then(
      result =>
        result instanceof Transferred ? send({ answer: result.value }, result.buffers) : send({ answer: result }),
      (error: unknown) => send({ error: { code: codeOf(error), message: messageOf(error) } }),
    )
  })
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : 'error'
}
