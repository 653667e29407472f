import { everyItem } from '../actor.ts'
import type { ActorKind } from '../actor.ts'

/** Conversations with a slow provider. An answer that was given is in its conversation afterwards, once. */
export const chats: ActorKind = {
  kind: 'chats',
  pauseMs: 300,
  async make({ client, mark }) {
    const given = new Map<string, string[]>()
    return {
      async act() {
        const session = await client.conversations.create({ title: `${mark} chat` })
        const questions: string[] = []
        for (const turn of [1, 2]) {
          const question = `${mark} question ${turn} of ${given.size}`
          const stream = session.stream(question, { model: 'soak/slow' })
          let text = ''
          for await (const event of stream) {
            if (event.type === 'content') text += event.delta
          }
          if (!text.includes(question)) throw new TypeError('the answer was broken off')
          questions.push(question)
          given.set(session.session_id, questions)
        }
      },
      async broken() {
        const faults: string[] = []
        for (const [id, questions] of given) {
          const messages = await everyItem(client.conversations.messages(id))
          for (const question of questions) {
            const asked = messages.filter(({ role, content }) => role === 'user' && content === question).length
            const answered = messages.filter(
              ({ role, content }) => role === 'assistant' && content.includes(question),
            ).length
            if (asked !== 1 || answered !== 1) {
              faults.push(`conversation ${id} has a question ${asked} times and its answer ${answered} times`)
            }
          }
        }
        return faults
      },
    }
  },
}

/** The chat-completions API, streamed. Every stream that ends well is whole. */
export const gateway: ActorKind = {
  kind: '/v1 streams',
  pauseMs: 300,
  async make({ baseUrl, key, mark }) {
    let count = 0
    let cut = 0
    return {
      async act() {
        count += 1
        const content = `${mark} words ${count}`
        const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'soak/slow', stream: true, messages: [{ role: 'user', content }] }),
        })
        const text = await answer.text()
        if (!answer.ok) throw new TypeError(`/v1 answered ${answer.status}`)
        const words = [...text.matchAll(/^data: (\{.*\})$/gm)].flatMap(([, data]) => {
          const chunk = JSON.parse(data ?? '{}') as { choices?: { delta?: { content?: string } }[] }
          return chunk.choices?.map(choice => choice.delta?.content ?? '') ?? []
        })
        const isDone = text.trimEnd().endsWith('data: [DONE]')
        if (isDone && words.join('') !== `Echo: ${content}`) cut += 1
        if (!isDone) throw new TypeError('the stream was broken off')
      },
      broken: () => Promise.resolve(cut > 0 ? [`${cut} of ${count} streams of /v1 ended well and were not whole`] : []),
    }
  },
}
