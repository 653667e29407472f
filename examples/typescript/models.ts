// The models that the caller may ask, and the one that answers when none is named.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { items } = await client.models.list()
for (const model of items) console.log(model.id)
console.log(await client.models.settings.get())
