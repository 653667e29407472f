/** The limit: `http-proxy` that hands everything on, with kept-alive connections. */
import { Agent, createServer } from 'node:http'
import httpProxy from 'http-proxy'

const proxy = httpProxy.createProxyServer({
  target: process.env['TARGET'] ?? '',
  agent: new Agent({ keepAlive: true }),
})
const server = createServer((request, response) => proxy.web(request, response))
process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env['PORT']), '127.0.0.1')
