import type { RouteRegistrar, Upload } from '@svc/plugin'
import { Type } from 'typebox'
import type { Certificates } from '../certificates/certificates.ts'
import type { VerifyProcesses } from '../certificates/verify-processes.ts'
import type { FileToVerify } from '../verifying/verify-file.ts'
import { fault, readForm } from './read-form.ts'
import { exampleVerification, verification } from './signing-schemas.ts'

const mostBytes = 100 * 1024 * 1024
const mostManifestBytes = 16 * 1024 * 1024

/** Whether a file is as it was signed, and by whom. */
export function verifyRoute(
  app: RouteRegistrar,
  { certificates, processes }: { certificates: Certificates; processes: VerifyProcesses },
): void {
  app.route({
    method: 'POST',
    path: '/api/export/verify',
    operationId: 'verifyExport',
    summary: 'Verify a signed file',
    description:
      'Takes a PDF, a ZIP with its manifest, or any file with its manifest and signature beside it. A file that is not valid is answered with 200 and `valid: false`; `problems` says why. Nothing of the file is kept.',
    permission: 'export:read',
    upload: ['multipart'],
    idempotent: false,
    bodyLimit: mostBytes + mostManifestBytes,
    longRunning: true,
    form: Type.Object({
      file: Type.String({ format: 'binary', description: 'At most 100 MiB.' }),
      manifest: Type.Optional(Type.String({ format: 'binary', description: 'The bytes of `svc-manifest.json`.' })),
      signature: Type.Optional(Type.String({ maxLength: 1000, description: 'The text of `svc-manifest.sig`.' })),
    }),
    responses: { 200: { description: 'What was found', schema: verification, example: exampleVerification } },
    errors: { 413: ['payload_too_large'], 422: ['unprocessable'] },
    handler: async ({ principal: { workspace_id: workspaceId, user_id: person }, signal, upload }) => {
      const known = await certificates.known(workspaceId)
      return processes.verify({ workspaceId, person, signal, known, read: () => readFile(upload!) })
    },
  })
}

async function readFile(upload: Upload): Promise<FileToVerify> {
  const { files, fields } = await readForm(upload, {
    files: { file: mostBytes, manifest: mostManifestBytes, signature: 1000 },
    fields: { manifest: mostManifestBytes, signature: 1000 },
  })
  const file = files.get('file')
  if (file === undefined) throw fault('file', 'is missing: send the file to verify in it')
  return {
    file,
    manifest: files.get('manifest') ?? textPart(fields.get('manifest')),
    signature: files.get('signature')?.toString('latin1') ?? fields.get('signature') ?? null,
  }
}

/** Sent as a field, which is what a manifest is: text. */
function textPart(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text)
}
