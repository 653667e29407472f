// Asks the agent, prints its answer as it comes, and reads the conversation again.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const session = await client.conversations.create({ title: 'From an example' })
for await (const event of session.stream('Summarise my open tasks')) {
  if (event.type === 'content') process.stdout.write(event.delta)
}
process.stdout.write('\n')
for await (const message of session.messages()) console.log(message.role, message.content)
