// Stores two documents and finds the one that answers a question.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
// So that the program can run again: memory refuses what only restates a document that it has.
await client.memory.deleteBySource('animals')
await client.memory.deleteBySource('metals')

await client.memory.add({ content: 'The blue whale is the largest animal.', source: 'animals' })
await client.memory.add({ content: 'Copper conducts electricity well.', source: 'metals' })
for (const result of await client.memory.search('largest animal', { top_k: 1 })) {
  console.log(result.score.toFixed(2), result.content)
}
