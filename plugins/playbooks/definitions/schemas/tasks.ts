import { Type } from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import type { TaskKind } from '../../interpreter/frame.ts'
import {
  anything,
  closed,
  dataIn,
  dataOut,
  duration,
  errorDefinition,
  eventConsumption,
  map,
  maybe,
  retryOrName,
  text,
  timeoutOrName,
} from './parts.ts'

// Lists of tasks are walked into by the checks, a task at a time, so that one mistake is one error.
const tasks = Type.Array(anything, { minItems: 1 })

const common = {
  if: maybe(text),
  input: maybe(dataIn),
  output: maybe(dataOut),
  export: maybe(dataOut),
  timeout: maybe(timeoutOrName),
  then: maybe(text),
  metadata: maybe(map(anything)),
}
const task = (fields: TProperties): TSchema => closed({ ...fields, ...common })

const filter = closed({
  type: maybe(text),
  status: maybe(Type.Union([Type.Integer(), text])),
  instance: maybe(text),
  title: maybe(text),
  detail: maybe(text),
})

/** The schema of each kind of task. */
export const taskSchemas: Readonly<Record<TaskKind, TSchema>> = {
  do: task({ do: tasks }),
  set: task({ set: Type.Union([text, Type.Object({}, { minProperties: 1 })]) }),
  switch: task({
    switch: Type.Array(
      Type.Object(
        {},
        { additionalProperties: closed({ when: maybe(text), then: text }), minProperties: 1, maxProperties: 1 },
      ),
      { minItems: 1 },
    ),
  }),
  for: task({ for: closed({ each: maybe(text), in: text, at: maybe(text) }), while: maybe(text), do: tasks }),
  fork: task({ fork: closed({ branches: tasks, compete: maybe(Type.Boolean()) }) }),
  try: task({
    try: tasks,
    catch: closed({
      errors: maybe(closed({ with: maybe(filter) })),
      as: maybe(text),
      when: maybe(text),
      exceptWhen: maybe(text),
      retry: maybe(retryOrName),
      do: maybe(tasks),
    }),
  }),
  raise: task({ raise: closed({ error: Type.Union([text, errorDefinition]) }) }),
  wait: task({ wait: duration }),
  emit: task({ emit: closed({ event: closed({ with: Type.Object({ source: text, type: text }) }) }) }),
  listen: task({
    listen: closed({
      to: eventConsumption,
      read: maybe(Type.Union([Type.Literal('data'), Type.Literal('envelope'), Type.Literal('raw')])),
    }),
  }),
  run: task({
    run: closed({
      workflow: closed({ namespace: text, name: text, version: text, input: maybe(anything) }),
      await: maybe(Type.Boolean()),
    }),
  }),
  call: task({ call: text, with: maybe(map(anything)) }),
}
