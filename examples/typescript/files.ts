// Stores a file, reads a part of it, and makes a link to it.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const text = 'The blue whale is the largest animal.'
const file = await client.files.uploadLarge(new Blob([text]), { path: 'notes/whale.txt' })
const bytes = await client.files.content(file.file_id, { range: [4, 13] })
console.log(new TextDecoder().decode(bytes))
const { url } = await client.files.link(file.file_id)
console.log(url)
