import type { Task } from '../definitions/workflow.ts'
import { fault } from './fault.ts'
import type { TaskKind } from './frame.ts'
import { runCall } from './kinds/call.ts'
import { runDo } from './kinds/do.ts'
import { runEmit } from './kinds/emit.ts'
import { runFor } from './kinds/for.ts'
import { runFork } from './kinds/fork.ts'
import { runListen } from './kinds/listen.ts'
import { runRaise } from './kinds/raise.ts'
import { runSet } from './kinds/set.ts'
import { runSwitch } from './kinds/switch.ts'
import { runTry } from './kinds/try.ts'
import { runWait } from './kinds/wait.ts'
import { runWorkflowTask } from './kinds/run.ts'
import type { Result } from './outcome.ts'
import type { Step } from './step.ts'

type Runner = (step: Step<never>) => Promise<Result>

/** What each kind of task does. */
export const runners: Record<TaskKind, Runner> = {
  do: runDo,
  set: runSet,
  switch: runSwitch,
  for: runFor,
  fork: runFork,
  try: runTry,
  raise: runRaise,
  wait: runWait,
  listen: runListen,
  emit: runEmit,
  run: runWorkflowTask,
  call: runCall,
}

/** In the order in which a task is looked at: a loop has its tasks under `do`, so that key comes last. */
export const taskKinds: readonly TaskKind[] = [
  'for',
  'set',
  'switch',
  'fork',
  'try',
  'raise',
  'wait',
  'listen',
  'emit',
  'run',
  'call',
  'do',
]

/** A task's kind, by its key. @throws Fault */
export function kindOf(task: Task): TaskKind {
  const kind = taskKinds.find(key => key in task)
  if (kind) return kind
  throw fault('configuration', `A task with the keys ${Object.keys(task).join(', ')} is of no kind that svc runs.`)
}
