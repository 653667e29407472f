// Compares two groups with a test that fits, and says how the result reads.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const content = 'diet,weight\na,61\na,63\na,60\na,65\nb,70\nb,72\nb,69\nb,74\n'
const { dataset_id } = await client.stats.import({ content, format: 'csv', name: 'diets' })
const analysis = await client.stats.analyze({
  method: 't_test_independent',
  dataset_id,
  variables: { dependent: 'weight', group: 'diet' },
})
console.log(analysis.interpretation)
