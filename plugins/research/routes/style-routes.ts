import { Type } from 'typebox'
import { actorOf, bodyFault, PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { RouteRegistrar, Upload } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'
import type { Citations, CiteOrder } from '../citing/citations.ts'
import { mostStyleBytes } from '../citing/style-xml.ts'
import type { Styles } from '../citing/styles.ts'
import { exampleSource } from './examples.ts'
import { exampleCited, exampleStyle } from './report-examples.ts'
import * as schemas from './report-schemas.ts'

const path = '/api/research/styles'
const admin = { role: 'admin', scope: 'research:write' } as const

export function styleRoutes(
  app: RouteRegistrar,
  { styles, citations }: { styles: Styles; citations: Citations },
): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listCitationStyles',
    summary: 'Citation styles',
    permission: 'research:read',
    responses: {
      200: {
        description: 'Those of svc, then those of the workspace',
        schema: Type.Object({ items: Type.Array(schemas.style) }),
        example: { items: [exampleStyle] },
      },
    },
    handler: ({ principal }) => ({ items: styles.list(principal.workspace_id) }),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'addCitationStyle',
    summary: 'Add a citation style',
    description:
      'A CSL file of at most 512 KiB, without a DTD. A style that only names another: 422 `style_unknown` with its parent.',
    permission: admin,
    upload: ['multipart'],
    idempotent: false,
    bodyLimit: mostStyleBytes + 64 * 1024,
    form: Type.Object({
      file: Type.String({ format: 'binary', description: 'The CSL file.' }),
      style: Type.Optional(Type.String({ maxLength: 63, description: 'Its name; default that of the file.' })),
    }),
    responses: {
      201: {
        description: 'The style',
        schema: schemas.style,
        example: { ...exampleStyle, style: 'nature', builtin: false },
      },
    },
    errors: { 409: ['already_exists'], 422: ['style_invalid', 'style_unknown'] },
    async handler(request, reply) {
      const { name, xml } = await readForm(request.upload)
      const made = await styles.add(actorOf(request), name, xml)
      reply.status(201).header('location', request.baseUrl + path)
      return made
    },
  })

  app.route({
    method: 'DELETE',
    path: `${path}/:style`,
    operationId: 'deleteCitationStyle',
    summary: 'Delete a citation style',
    permission: admin,
    params: schemas.styleParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 409: ['conflict'] },
    handler: request => styles.delete(actorOf(request), request.params.style),
  })

  app.route({
    method: 'POST',
    path: '/api/research/cite',
    operationId: 'citeWorks',
    summary: 'Citations and a bibliography',
    description:
      'By CSL 1.0.2, of given works or of a project’s sources. Without the processor: 503 that names its package.',
    permission: 'research:read',
    body: schemas.citeOrder,
    bodyLimit: 16 * 1024 * 1024,
    jsonMembers: 400_000,
    example: {
      summary: 'One work, one citation',
      body: { items: [{ id: 'l', ...exampleSource.csl }], citations: [[{ id: 'l', locator: '12', label: 'page' }]] },
    },
    idempotent: false,
    longRunning: true,
    responses: { 200: { description: 'As the style writes them', schema: schemas.cited, example: exampleCited } },
    errors: { 422: ['style_unknown', 'style_invalid'], 503: ['unavailable'] },
    handler: ({ body, principal, signal }) => citations.cite(body as CiteOrder, { principal, signal }),
  })
}

async function readForm(upload: Upload | null): Promise<{ name: string; xml: string }> {
  if (upload === null) throw new ValidationError('Send the style as a file of a form.')
  const form = new FormReader(upload, (part, { fileCount }) =>
    part.kind === 'file' && fileCount > 0 ? bodyFault('/file', 'is one file alone') : null,
  )
  let xml: string | null = null
  let filename = ''
  for await (const file of form.files()) {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of file.body as AsyncIterable<Buffer>) {
      size += piece.byteLength
      if (size > mostStyleBytes)
        throw new PayloadTooLargeError(`A citation style has at most ${mostStyleBytes / 1024} KiB.`)
      pieces.push(piece)
    }
    xml = Buffer.concat(pieces).toString('utf8')
    filename = file.filename
  }
  if (xml === null) throw bodyFault('/file', 'must be given: a CSL file')
  const { style } = Object.fromEntries(form.single())
  return { name: style ?? filename.replace(/\.(?:csl|xml)$/i, '').toLowerCase(), xml }
}
