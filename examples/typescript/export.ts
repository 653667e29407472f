// Makes a document with a cover of a text, and says whether its signed manifest holds.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const zip = await client.export.create({
  items: [{ type: 'markdown', content: '# Minutes\n\nWe agreed on the plan.' }],
  format: 'zip',
  cover: { title: 'Minutes of March' },
  sign: { manifest: true },
})
const { valid, files } = await client.export.verify(new Blob([new Uint8Array(zip)]))
console.log(valid, files?.length)
