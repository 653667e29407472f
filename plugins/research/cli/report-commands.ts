import { extname, resolve } from 'node:path'
import { UnprocessableError, ValidationError } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { saveDownload, signatoryOf } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'
import type { LintResult } from '../reports/linter.ts'
import type { Finding } from '../reports/lint-rules.ts'
import { findReport } from './find-records.ts'

const formats = ['pdf', 'docx', 'html', 'md', 'zip']

/** `svc research lint`: ends with 1 on an error. */
export async function lintReport(context: CommandContext<Commands['research lint']>): Promise<number> {
  const { report, path } = await findReport(context.client, context.arguments.report, context.options.project)
  const found = await context.client.request<LintResult>('POST', `${path}/lint`, {})
  const { errors, warnings } = found
  const lines = [
    ...errors.map(finding => shown(finding, 'error')),
    ...warnings.map(finding => shown(finding, 'warning')),
    `${report.title}: ${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`,
  ]
  context.io.result(found, lines.join('\n'))
  return found.ok ? 0 : 1
}

/** `svc research export`: the document of a report, which is refused while it has an error. */
export async function exportReport(context: CommandContext<Commands['research export']>): Promise<number> {
  const { client, io, options, signal } = context
  const format =
    options.format ?? (options.output === undefined ? 'pdf' : extname(options.output).slice(1).toLowerCase())
  if (!formats.includes(format)) throw new ValidationError(`--format is one of ${formats.join(', ')}, not ${format}.`)
  const { report, path } = await findReport(client, context.arguments.report, options.project)
  const target = resolve(io.cwd, options.output ?? `${report.report_id}.${format}`)
  const order: JsonObject = {
    format,
    ...(options.cover && { cover: true }),
    ...(options.style !== undefined && { style: options.style }),
    ...(options.signatory.length > 0 && { signatories: options.signatory.map(each => ({ ...signatoryOf(each) })) }),
    ...(options.sign && { sign: { [format === 'pdf' ? 'pdf' : 'manifest']: true } }),
    ...(options.allowUnverified && { allow_unverified: true }),
  }
  try {
    await saveDownload(client.download(`${path}/export`, order), target, signal)
  } catch (error) {
    if (!(error instanceof UnprocessableError) || error.code !== 'lint_failed') throw error
    io.note(`svc research lint ${report.report_id} lists every error with its line.`)
    throw error
  }
  io.result({ file: target, report_id: report.report_id, version: report.version }, `Wrote ${target}.`)
  return 0
}

function shown({ line, column, code, message }: Finding, kind: string): string {
  return `${line}:${column}  ${kind}  ${code}: ${message}`
}
