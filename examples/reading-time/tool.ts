import { defineTool } from '@svc/sdk/agent-app'
import { sentencesOf, wordsOf } from './text.ts'

interface Input {
  text: string
  words_per_minute?: number
}

interface Config {
  words_per_minute: number
}

export default defineTool<Input, Config>({
  run(input, ctx) {
    const words = wordsOf(input.text).length
    if (words === 0) throw new Error('There are no words in the text.')
    const pace = input.words_per_minute ?? ctx.config.words_per_minute
    ctx.log.debug(`${words} words at ${pace} a minute`)
    return { words, sentences: sentencesOf(input.text).length, minutes: Math.round((words / pace) * 10) / 10 }
  },
})
