import { buffer } from 'node:stream/consumers'
import { ValidationError } from '@svc/plugin'
import type { ToolHandler } from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import type { Certificates } from '../certificates/certificates.ts'
import { assertVerifiable } from '../certificates/verify-processes.ts'
import type { VerifyProcesses } from '../certificates/verify-processes.ts'
import type { Exports } from '../exports/exports.ts'
import type { FileToVerify } from '../verifying/verify-file.ts'

/** `schemas/export-verify.input.json`: one of them. */
export interface VerifyInput {
  export_id?: string
  file_id?: string
}

export interface VerifyToolOptions {
  exports: Pick<Exports, 'get' | 'open'>
  certificates: Pick<Certificates, 'known'>
  processes: VerifyProcesses
  files: Pick<Files, 'get' | 'open'> | undefined
}

/** `export_verify`: whether an export that is kept, or a file of the workspace, is as it was signed. */
export function verifyTool(options: VerifyToolOptions): ToolHandler<VerifyInput> {
  return async (input, { principal, signal }) => {
    const { workspace_id: workspaceId, user_id: person } = principal
    const known = await options.certificates.known(workspaceId)
    const read = () => readBytes(input, workspaceId, options)
    return options.processes.verify({ workspaceId, person, signal, known, read })
  }
}

/** @throws PayloadTooLargeError before anything is in memory, NotFoundError, ValidationError */
async function readBytes(
  { export_id, file_id }: VerifyInput,
  workspaceId: string,
  { exports, files }: VerifyToolOptions,
): Promise<FileToVerify> {
  if (export_id !== undefined) {
    const part = async (name: 'content' | 'manifest' | 'signature'): Promise<Buffer> =>
      buffer((await exports.open(workspaceId, export_id, name)).content)
    const { size, manifest, signature, format } = exports.get(workspaceId, export_id)
    assertVerifiable(size ?? 0)
    const file = await part('content')
    // A PDF speaks for itself, and a ZIP has its manifest within.
    const isBeside = manifest !== null && signature === null && format !== 'zip'
    if (!isBeside) return { file }
    return { file, manifest: await part('manifest'), signature: (await part('signature')).toString('latin1') }
  }
  if (file_id === undefined || !files)
    throw new ValidationError('Give the export_id of an export, or the file_id of a file of the workspace.')
  assertVerifiable(files.get(workspaceId, file_id).size)
  return { file: await buffer((await files.open(workspaceId, file_id)).content) }
}
