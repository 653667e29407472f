// What happens in the workspace, as it happens. Ctrl-C ends it.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
for await (const event of client.events.subscribe({ types: ['task.*', 'file.*'] })) {
  // Events that are no longer kept are a gap.
  if (event.type === 'gap') continue
  console.log(event.type, event.data)
}
