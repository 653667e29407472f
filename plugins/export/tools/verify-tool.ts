import { buffer } from 'node:stream/consumers'
import { ValidationError } from '@svc/plugin'
import type { Principal, ToolHandler } from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import type { Certificates } from '../certificates/certificates.ts'
import type { VerifyProcesses } from '../certificates/verify-processes.ts'
import type { Exports } from '../exports/exports.ts'

/** `schemas/export-verify.input.json`: one of them. */
export interface VerifyInput {
  export_id?: string
  file_id?: string
}

export interface VerifyToolOptions {
  exports: Exports
  certificates: Certificates
  processes: VerifyProcesses
  files: Files | undefined
}

interface ToVerify {
  file: Buffer
  manifest: Buffer | null
  signature: string | null
}

/** `export_verify`: whether an export that is kept, or a file of the workspace, is as it was signed. */
export function verifyTool(options: VerifyToolOptions): ToolHandler<VerifyInput> {
  return async (input, { principal, signal }) => {
    const read = await readBytes(input, principal, options)
    const known = await options.certificates.known(principal.workspace_id)
    const found = await options.processes.verify({ workspaceId: principal.workspace_id, signal, known, ...read })
    return found
  }
}

async function readBytes(
  { export_id, file_id }: VerifyInput,
  { workspace_id }: Principal,
  { exports, files }: VerifyToolOptions,
): Promise<ToVerify> {
  if (export_id !== undefined) {
    const part = async (name: 'content' | 'manifest' | 'signature'): Promise<Buffer> =>
      buffer((await exports.open(workspace_id, export_id, name)).content)
    const { manifest, signature, format } = exports.get(workspace_id, export_id)
    // A PDF speaks for itself, and a ZIP has its manifest within.
    const isBeside = manifest !== null && signature === null && format !== 'zip'
    return {
      file: await part('content'),
      manifest: isBeside ? await part('manifest') : null,
      signature: isBeside ? (await part('signature')).toString('latin1') : null,
    }
  }
  if (file_id === undefined || !files)
    throw new ValidationError('Give the export_id of an export, or the file_id of a file of the workspace.')
  return { file: await buffer((await files.open(workspace_id, file_id)).content), manifest: null, signature: null }
}
