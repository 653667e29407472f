// Who calls, and a key for a program that may only read memory.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { user } = await client.developer.me()
console.log(`This is ${user.username}.`)
const { key, id } = await client.developer.keys.create({ name: 'reader', scopes: ['memory:read'] })
await client.withOptions({ apiKey: key }).memory.list()
await client.developer.keys.revoke(id)
console.log('The key was used and revoked.')
