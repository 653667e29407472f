import type { OpenAiWire, TokenUsage } from '@svc/plugin/contracts/models'

/** An answer as it comes, with what it took in the end. */
export type AskText = (
  question: string,
  by: { workspaceId: string; signal: AbortSignal },
) => AsyncGenerator<string, TokenUsage>

interface WireBody {
  messages: { content: unknown }[]
  stream?: boolean | null
  stream_options?: { include_usage?: boolean } | null
}

/** Speaks OpenAI's wire format for a server that does not: its bytes reach the client of `/v1` as they are made here. */
export function textWire(ask: AskText): OpenAiWire {
  return {
    paths: new Set(['/chat/completions']),
    async send({ body, model, principal, signal }) {
      const { messages, stream, stream_options: options } = JSON.parse(Buffer.from(body).toString()) as WireBody
      const question = String(messages.at(-1)?.content ?? '')
      const answer = ask(question, { workspaceId: principal.workspace_id, signal })
      // The first piece before the status: until then a failure has a status of its own.
      const first = await answer.next()
      const head = { id: 'chatcmpl-text', created: 0, model, system_fingerprint: 'text-server' }
      const contentType = stream ? 'text/event-stream' : 'application/json'
      return {
        status: 200,
        headers: { 'content-type': contentType },
        async read(take) {
          const send = async (value: unknown): Promise<void> => take(Buffer.from(`data: ${JSON.stringify(value)}\n\n`))
          const chunk = { ...head, object: 'chat.completion.chunk' }
          let next = first
          let content = ''
          for (; !next.done; next = await answer.next()) {
            content += next.value
            if (stream)
              await send({ ...chunk, choices: [{ index: 0, delta: { content: next.value }, finish_reason: null }] })
          }
          const usage = next.value
          const choice = { index: 0, finish_reason: 'stop' }
          if (!stream) {
            const choices = [{ ...choice, message: { role: 'assistant', content } }]
            return take(Buffer.from(JSON.stringify({ ...head, object: 'chat.completion', choices, usage })))
          }
          await send({ ...chunk, choices: [{ ...choice, delta: {} }] })
          if (options?.include_usage) await send({ ...chunk, choices: [], usage })
          await take(Buffer.from('data: [DONE]\n\n'))
        },
      }
    },
  }
}
