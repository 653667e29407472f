import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { csvRows } from './csv-rows.ts'

interface Answer {
  model: { name: string; version: number }
  predictions: JsonValue[]
  probabilities?: Record<string, number>[]
  warnings: { message: string }[]
}

const rowsAtOnce = 5000

/** `svc ml predict`: a line for each row of a file, CSV or JSON. */
export async function predictRows(context: CommandContext<Commands['ml predict']>): Promise<number> {
  const { model } = context.arguments
  const { file, version, alias } = context.options
  if (file === undefined)
    throw new ValidationError('svc ml predict needs --file: a CSV or JSON file, or - for the standard input.')
  const rows = rowsOf(await contentOf(context, file))
  const which = { ...(version !== undefined && { version }), ...(alias !== undefined && { alias }) }
  const answers: Answer[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const body: JsonObject = { rows: rows.slice(from, from + rowsAtOnce), ...which }
    const answer = await context.client.request<Answer>(
      'POST',
      `/api/ml/models/${encodeURIComponent(model)}/predict`,
      body,
    )
    answers.push(answer)
  }
  const notes = new Set(answers.flatMap(({ warnings }) => warnings.map(({ message }) => message)))
  for (const note of notes) context.io.note(note)
  const lines = answers.flatMap(({ predictions, probabilities }) =>
    predictions.map((value, row) => lineOf(value, probabilities?.[row])),
  )
  const all = {
    model: answers[0]!.model,
    predictions: answers.flatMap(({ predictions }) => predictions),
    probabilities: answers.flatMap(({ probabilities = [] }) => probabilities),
    warnings: answers.flatMap(({ warnings }) => warnings),
  }
  context.io.result(all, lines.join('\n'))
  return 0
}

/** The class, and how sure the model is of it; or the number. */
function lineOf(value: JsonValue, probabilities: Record<string, number> | undefined): string {
  const share = probabilities?.[String(value)]
  return share === undefined ? String(value) : `${String(value)}\t${share.toFixed(4)}`
}

async function contentOf({ io }: CommandContext, file: string): Promise<string> {
  if (file === '-') return text(process.stdin)
  try {
    return await readFile(resolve(io.cwd, file), 'utf8')
  } catch (cause) {
    throw new ValidationError(`${file} cannot be read. Is there such a file?`, [], { cause })
  }
}

function rowsOf(content: string): JsonObject[] {
  const trimmed = content.trimStart()
  const rows = trimmed.startsWith('[') || trimmed.startsWith('{') ? parseJson(trimmed) : csvRows(content)
  const list = (Array.isArray(rows) ? rows : [rows]) as JsonObject[]
  if (list.length > 0) return list
  throw new ValidationError('The file has no rows.')
}
