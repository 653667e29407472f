// Imports a table, asks in SQL, and downloads the answer as CSV.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const content = 'city,people\nBerlin,3850809\nHamburg,1910160\n'
const dataset = await client.data.import({ content, format: 'csv', name: 'cities' })
const sql = 'SELECT city FROM cities WHERE people > $1'
const { rows } = await client.data.query(sql, { params: [2_000_000] })
console.log(rows)

const csv = await client.data.export({ dataset_id: dataset.dataset_id, format: 'csv' })
console.log(new TextDecoder().decode(csv))
