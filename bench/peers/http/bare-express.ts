import express from 'express'

const app = express()
app.use(express.json())
app.get('/', (_request, response) => void response.json({ hello: 'world' }))
app.listen(Number(process.env['PORT']), '127.0.0.1')
