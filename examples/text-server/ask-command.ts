import type { CommandContext } from '@svc/plugin/contracts/cli'

interface Ask {
  arguments: { question: string }
  options: { model?: string }
}

export async function askCommand({
  arguments: { question },
  options,
  client,
  io,
}: CommandContext<Ask>): Promise<number> {
  const answer = await client.download('/api/text-server/ask', { question, ...options })
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) {
    text += piece
    io.print(String(piece))
  }
  if (io.json) io.result({ text }, text)
  else io.print('\n')
  return 0
}
