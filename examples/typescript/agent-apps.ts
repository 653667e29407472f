// Runs an agent app, and the same once more with its events as they come.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const inputs = { csv: 'city,people\nBerlin,3850809\nHamburg,1910160\n' }
const { run_id, output } = await client.agentApps.run('csv-profile', inputs)
console.log(run_id, output)

for await (const event of client.agentApps.stream('csv-profile', inputs)) console.log(event.type)
