// The newest mail of the workspace's account.
import { ConflictError, SvcClient } from '@svc/sdk'

const client = new SvcClient()
try {
  const { items } = await client.email.recent({ count: 5 })
  for (const { from, subject } of items) console.log(from?.address, subject)
} catch (error) {
  if (!(error instanceof ConflictError)) throw error
  console.log('The workspace has no mail account: client.email.account.set sets one.')
}
