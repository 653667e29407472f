import type { JsonValue } from '@svc/plugin'
import type { WorkflowError } from '../interpreter/fault.ts'
import type { Frame, FrameStatus, TaskKind, Usage, Waiting } from '../interpreter/frame.ts'

/** What is JSON is text here; times are milliseconds since the epoch. */
export interface TaskRow {
  id: string
  run_id: string
  parent_id: string | null
  name: string
  reference: string
  iteration: string
  kind: TaskKind
  call: string | null
  attempt: number
  completed_before: number
  key: string
  status: FrameStatus
  skipped: 0 | 1
  /** Null: the same as `input`. */
  raw_input: string | null
  input: string
  arguments: string
  output: string
  error: string | null
  position: string
  context: string | null
  usage: string
  waiting: string | null
  crashes: number
  started_at: number
  ended_at: number | null
  wake_at: number | null
  deadline_at: number | null
}

/** `input` is null where it is the output of the task `input_from`. */
export type WrittenTaskRow = Omit<TaskRow, 'input'> & { input: string | null; input_from: string | null }

export function rowOf(runId: string, frame: Frame): TaskRow & { input_from: null } {
  const { raw_input, input } = frame
  const shown = JSON.stringify(input)
  const raw = raw_input === input ? shown : JSON.stringify(raw_input)
  return { ...withoutInput(runId, frame), raw_input: raw === shown ? null : raw, input: shown, input_from: null }
}

/** Of a task whose input is the output of another one that is on disk. */
export function rowBehind(from: string, runId: string, frame: Frame): WrittenTaskRow {
  return { ...withoutInput(runId, frame), raw_input: null, input: null, input_from: from }
}

function withoutInput(runId: string, frame: Frame): Omit<TaskRow, 'raw_input' | 'input'> {
  const { children: _, raw_input: _raw, input: _input, iteration, skipped, error, context, waiting, ...rest } = frame
  return {
    ...rest,
    run_id: runId,
    iteration: JSON.stringify(iteration),
    skipped: skipped ? 1 : 0,
    arguments: JSON.stringify(frame.arguments),
    output: JSON.stringify(frame.output),
    error: error && JSON.stringify(error),
    position: JSON.stringify(frame.position),
    context: context === undefined ? null : JSON.stringify(context),
    usage: JSON.stringify(frame.usage),
    waiting: waiting && JSON.stringify(waiting),
  }
}

export function frameOf(row: TaskRow): Frame {
  const { run_id: _, iteration, skipped, raw_input, input, error, context, waiting, ...rest } = row
  const read = (text: string): JsonValue => JSON.parse(text) as JsonValue
  const shown = read(input)
  return {
    ...rest,
    iteration: read(iteration) as number[],
    skipped: skipped === 1,
    raw_input: raw_input === null ? shown : read(raw_input),
    input: shown,
    arguments: read(row.arguments),
    output: read(row.output),
    error: error === null ? null : (JSON.parse(error) as WorkflowError),
    position: read(row.position),
    context: context === null ? undefined : read(context),
    usage: JSON.parse(row.usage) as Usage,
    waiting: waiting === null ? null : (JSON.parse(waiting) as Waiting),
    children: [],
  }
}

/** What a task adds to the size of its run's journal. */
export function bytesOf(row: Omit<WrittenTaskRow, 'input_from'>): number {
  const { raw_input, input, output, arguments: given, position, context } = row
  return [raw_input, input, output, given, position, context].reduce((sum, text) => sum + (text?.length ?? 0), 0)
}
