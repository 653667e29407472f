import type { Page } from 'playwright-core'
import { longConversation } from '../../../test/web/support/long-conversation.ts'
import { openPages } from '../../../test/web/support/served-pages.ts'
import type { ServedPages } from '../../../test/web/support/served-pages.ts'
import { atMost, addedAtMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startPacedModel } from './paced-model.ts'
import { workOf } from './watched-page.ts'
import type { PageWork } from './watched-page.ts'

const tokens = 1500
const perSecond = 100
const lastWord = `word${tokens - 2}`

/** An answer of 100 tokens a second for 15 s in a conversation of 5,000 messages, beside the same as plain text, and in one of 10 messages. */
export async function chat(): Promise<Row[]> {
  const provider = await startPacedModel(tokens, perSecond)
  const pages = await openPages({
    plugins: ['conversations', 'models', 'tools'],
    env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'paced' },
  })
  try {
    const long = await answered(pages, 5000)
    const short = await answered(pages, 10)
    const plain = await plainly(pages, 5000)
    const row = { path: 'chat, 100 tokens/s for 15 s', unit: 'ms' }
    return [
      atMost(
        {
          ...row,
          measure: 'main thread, in all, 5,000 messages',
          ours: long.taskMs,
          beside: { name: 'plain text', value: plain.taskMs },
        },
        1.6,
      ),
      atMost(
        {
          ...row,
          measure: 'main thread, in all, 5,000 messages',
          ours: long.taskMs,
          beside: { name: '10 messages', value: short.taskMs },
        },
        1.3,
      ),
      addedAtMost(
        {
          ...row,
          measure: 'longest task, 5,000 messages',
          ours: long.longestTaskMs,
          beside: { name: 'plain text', value: plain.longestTaskMs },
        },
        200,
      ),
    ]
  } finally {
    await pages.stop()
    await pages.browser.close()
    await provider.close()
  }
}

const textAt = (index: number): string => `Message **${index}** with some words that fill a line or two of the page.`
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => textAt(index))

async function answered(pages: ServedPages, count: number): Promise<PageWork> {
  const page = await pages.open()
  await page.goto(`/c/${await longConversation(pages.svc, texts(count))}`)
  await page.getByText(`with some words`).last().waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on.')
  const work = await workOf(page, async () => {
    await page.getByRole('button', { name: 'Send' }).click()
    await untilText(page, lastWord)
  })
  const isAtEnd = `(() => { const box = document.querySelector('[role=log]').parentElement; return box.scrollHeight - box.scrollTop - box.clientHeight < 48 })()`
  if (!(await page.evaluate(isAtEnd))) throw new Error('The end of the answer is out of view.')
  await page.context().close()
  return work
}

/** A page written for this that shows each delta by `textContent`. */
async function plainly(pages: ServedPages, count: number): Promise<PageWork> {
  const page = await pages.open()
  const id = await longConversation(pages.svc, texts(count))
  const said = texts(count).map(text => `<p>${text}</p>`)
  const script = `document.querySelector('button').onclick = () => (${readPlainly})('/api/conversations/${id}/messages')`
  const body = `<button>Send</button><main>${said.join('')}<p id="live"></p></main><script>${script}</script>`
  await page.route('**/plain', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/plain')
  const work = await workOf(page, async () => {
    await page.getByRole('button', { name: 'Send' }).click()
    await untilText(page, lastWord)
  })
  await page.context().close()
  return work
}

const readPlainly = `async path => {
  const body = JSON.stringify({ message: 'Go on.', stream: true })
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const live = document.getElementById('live')
  let text = ''
  let rest = ''
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    rest += piece
    const events = rest.split('\\n\\n')
    rest = events.pop()
    for (const event of events) {
      const data = event.split('\\n').find(line => line.startsWith('data: '))
      const { type, delta } = data ? JSON.parse(data.slice(6)) : {}
      if (type === 'content') text += delta
    }
    live.textContent = text
    scrollTo(0, document.body.scrollHeight)
  }
}`

async function untilText(page: Page, text: string): Promise<void> {
  await page.getByText(text).last().waitFor({ timeout: 60_000, state: 'attached' })
}
