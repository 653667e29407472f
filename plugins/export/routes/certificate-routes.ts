import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { Certificates } from '../certificates/certificates.ts'
import { fault, readForm } from './read-form.ts'
import { certificateParams, exampleCertificate, shownCertificate } from './signing-schemas.ts'

const path = '/api/export/certificates'
const one = `${path}/:certificate_id`
const admin = { role: 'admin', scope: 'export:write' } as const
/** More than is taken, so that a file over the limit is refused with the reason that a certificate has. */
const mostFileBytes = 512 * 1024

/** What signs the PDF files of the workspace. */
export function certificateRoutes(app: RouteRegistrar, certificates: Certificates): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listSigningCertificates',
    summary: 'The certificates that can sign PDF files',
    description: 'The one that the instance made for itself is among them once it has signed.',
    permission: { role: 'admin', scope: 'export:read' },
    responses: {
      200: {
        description: 'The certificates; one of them is active',
        schema: Type.Object({ items: Type.Array(shownCertificate) }),
        example: { items: [exampleCertificate] },
      },
    },
    handler: async ({ principal }) => ({ items: await certificates.list(principal.workspace_id) }),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'addSigningCertificate',
    summary: 'Sign with a certificate of your own',
    description:
      'Takes a PKCS #12 file (`.p12`, `.pfx`) with its password, checks it and makes it active. The key is sealed; the password is not kept. RSA from 2,048 bits, P-256 and P-384 are taken.',
    permission: admin,
    upload: ['multipart'],
    idempotent: false,
    bodyLimit: 2 * mostFileBytes,
    form: Type.Object({
      file: Type.String({ format: 'binary', description: 'At most 256 KiB.' }),
      password: Type.String({ maxLength: 1000 }),
      name: Type.Optional(Type.String({ maxLength: 200, description: 'For people; default: its common name.' })),
    }),
    responses: {
      201: {
        description: 'It signs from now on',
        schema: shownCertificate,
        example: { ...exampleCertificate, origin: 'uploaded' },
      },
    },
    errors: { 409: ['already_exists'], 422: ['certificate_invalid'] },
    async handler(request, reply) {
      const { files, fields } = await readForm(request.upload!, {
        files: { file: mostFileBytes },
        fields: { password: 1000, name: 200 },
      })
      const file = files.get('file')
      const password = fields.get('password')
      if (file === undefined) throw fault('file', 'is missing: send the PKCS #12 file in it')
      if (password === undefined) throw fault('password', 'is missing; it may be empty')
      const name = fields.get('name') || null
      const added = await certificates.add(actorOf(request), { file, password, name }, request.signal)
      reply.status(201).header('location', `${request.baseUrl}${path}`)
      return added
    },
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'activateSigningCertificate',
    summary: 'Sign with this certificate from now on',
    permission: admin,
    params: certificateParams,
    body: Type.Object({ active: Type.Literal(true) }, { additionalProperties: false }),
    example: { summary: 'Make it active', body: { active: true } },
    responses: { 200: { description: 'It is active', schema: shownCertificate, example: exampleCertificate } },
    handler: request => certificates.activate(actorOf(request), request.params.certificate_id),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteSigningCertificate',
    summary: 'Delete a certificate and its key',
    description:
      "What it signed stays known as this instance's. The certificate that the instance made for itself cannot be deleted.",
    permission: admin,
    params: certificateParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 409: ['certificate_in_use'] },
    handler: request => certificates.remove(actorOf(request), request.params.certificate_id),
  })
}
