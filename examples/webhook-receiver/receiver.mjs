import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  try {
    const { type, data } = webhook.verify(body, request.headers)
    console.log(type, JSON.stringify(data))
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(process.env.PORT ?? 9000, '127.0.0.1', () => console.log('port', server.address().port))
