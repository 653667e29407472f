import type { HostExport, HostExported } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { csvCell, csvHeader, jsonCell } from '../sql/cells.ts'
import type { OpenAnswer } from '../sql/open-answer.ts'
import { openSource } from './open-source.ts'
import { TextFile } from './text-file.ts'
import { writeParquet } from './write-parquet.ts'
import { writeXlsx } from './write-xlsx.ts'

interface Written {
  rows: number
  bytes: number
}

type Write = (answer: OpenAnswer, request: HostExport) => Written | Promise<Written>

const writers: Record<Exclude<HostExport['format'], 'arrow'>, Write> = {
  csv: writeCsv,
  json: (answer, request) => writeObjects(answer, request, { before: '[', between: ',\n', after: ']\n' }),
  ndjson: (answer, request) => writeObjects(answer, request, { before: '', between: '\n', after: '\n' }),
  parquet: writeParquet,
  xlsx: writeXlsx,
}

export async function exportRows(request: HostExport, parent: EngineParent): Promise<HostExported> {
  if (request.format === 'arrow')
    throw engineFailure('sql_error', 'This engine writes no Arrow files. Ask for parquet, which holds the same.')
  const answer = await openSource(request.source, parent)
  try {
    const { rows, bytes } = await writers[request.format](answer, request)
    return { rows, bytes, columns: answer.columns, tables: answer.tables }
  } catch (error) {
    throw answer.failure(error)
  } finally {
    answer.close()
  }
}

function writeCsv({ columns, rows }: OpenAnswer, { output, max_bytes }: HostExport): Written {
  const file = new TextFile(output, max_bytes)
  let count = 0
  file.add(csvHeader(columns))
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    file.add(`${columns.map(({ type }, index) => csvCell(next.value[index] ?? null, type)).join(',')}\n`)
    count += 1
  }
  return { rows: count, bytes: file.finish() }
}

function writeObjects(
  { columns, rows }: OpenAnswer,
  { output, max_bytes }: HostExport,
  { before, between, after }: { before: string; between: string; after: string },
): Written {
  const file = new TextFile(output, max_bytes)
  const names = columns.map(({ name }) => JSON.stringify(name))
  let count = 0
  file.add(before)
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    const members = columns.map(({ type }, index) => `${names[index]}:${jsonCell(next.value[index] ?? null, type)}`)
    file.add(`${count === 0 ? '' : between}{${members.join(',')}}`)
    count += 1
  }
  file.add(count === 0 && before === '' ? '' : after)
  return { rows: count, bytes: file.finish() }
}
