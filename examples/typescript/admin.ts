// The server as its administrator sees it. Needs a key of an admin.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { uptime_seconds, rss_bytes } = await client.admin.status()
console.log(`The server runs for ${uptime_seconds} s in ${Math.round(rss_bytes / 1e6)} MB.`)
for await (const user of client.admin.users.list()) console.log(user.username, user.role)
for (const { id, outcome } of (await client.admin.plugins.list()).items) console.log(id, outcome)
