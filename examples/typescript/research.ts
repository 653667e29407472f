// Ties a claim to a quote of a source, and verifies it.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { research_project_id } = await client.research.projects.create({ title: 'Whales' })
const text = 'The blue whale is the largest animal that is known to have lived.'
const { items } = await client.research.sources.add(research_project_id, { text, title: 'A note on whales' })
const claim = await client.research.claims.create(research_project_id, {
  text: 'No known animal was larger than the blue whale.',
  evidence: [{ type: 'quote', source_id: items[0]?.source_id ?? '', quote: 'The blue whale is the largest animal' }],
})
console.log(claim.status)
const found = await client.research.verify(research_project_id)
if ('ok' in found) console.log(found.ok, found.checked.claims)
