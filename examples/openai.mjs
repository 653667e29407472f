// The agent of svc, asked by OpenAI's own client: npm install openai
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: `${process.env.SVC_BASE_URL}/v1`, apiKey: process.env.SVC_API_KEY })
const stream = await client.chat.completions.create({
  model: 'agent',
  messages: [{ role: 'user', content: 'What is 5 inch in cm?' }],
  stream: true,
})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '')
process.stdout.write('\n')
