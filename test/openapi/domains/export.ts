import { FormData } from 'undici'
import { OpensslFolder } from '../../support/signing/openssl.ts'
import type { Client } from '../client.ts'
import { unique } from '../records.ts'
import type { DomainRequests } from './domain-requests.ts'

const order = () => ({
  items: [{ type: 'markdown', content: `# Text ${unique()}` }],
  format: 'md',
  sign: { manifest: true },
})

/** Its id stands in a header, since the answer is the file. */
async function madeExport(client: Client): Promise<string> {
  const answer = await client.send({ method: 'POST', path: '/api/export', body: order() })
  return String(answer.headers['x-export-id'])
}

/** A form with a certificate that nobody has added yet. */
function certificateForm(): FormData {
  const folder = new OpensslFolder()
  try {
    const name = `signer-${unique()}`
    folder.certificate(name, 'ec:P-256')
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(folder.pkcs12(name, 'secret'))]), `${name}.p12`)
    form.set('password', 'secret')
    return form
  } finally {
    folder.remove()
  }
}

async function addedCertificate(client: Client): Promise<string> {
  const added = await client.made<{ certificate_id: string }>('POST', '/api/export/certificates', certificateForm())
  return added.certificate_id
}

/** What the operations below /api/export need for a success. */
export const exportRequests: DomainRequests = {
  records: {
    '/api/export/{export_id}': madeExport,
    '/api/export/certificates/{certificate_id}': addedCertificate,
  },
  fitting: {
    'POST /api/export': async () => ({ body: order() }),
    'POST /api/export/certificates': async () => ({ body: certificateForm() }),
    'POST /api/export/verify': async client => {
      const export_id = await madeExport(client)
      const form = new FormData()
      for (const [part, field] of [
        ['content', 'file'],
        ['manifest', 'manifest'],
        ['signature', 'signature'],
      ] as const) {
        const { text } = await client.send({ method: 'GET', path: `/api/export/${export_id}/${part}` })
        form.set(field, new Blob([text ?? '']), field)
      }
      return { body: form }
    },
  },
  costly: ['POST /api/export'],
  neverFine: {},
}
