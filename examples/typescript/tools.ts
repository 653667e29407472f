// Calls a tool as the agent would.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
for await (const tool of client.tools.list()) console.log(tool.name)
console.log(await client.tools.call('calculator', { expression: '5 inch to cm' }))
