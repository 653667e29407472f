import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Locator, Page } from 'playwright-core'

/** Makes the pictures of `docs/screenshots/` from a server of its own, in both themes, as a new owner sees it who adds the sample data. */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/screenshots')
const mostBytes = 150_000
const themes = ['light', 'dark'] as const

const exact = (name: string) => ({ name, exact: true })

interface Server {
  process: ChildProcess
  home: string
  setupUrl: string
}

async function startServer(): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'svc-screenshots-'))
  const server = spawn(process.execPath, ['--conditions=svc-source', join(root, 'apps/server/main.ts')], {
    cwd: root,
    env: { ...process.env, SVC_HOME: home, SVC_PORT: '0', SVC_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const [, setupUrl] = /(http\S+#token=\S+)/.exec(line) ?? []
    if (setupUrl !== undefined) return { process: server, home, setupUrl }
  }
  throw new Error('The server ended before it was ready: see above.')
}

async function setUp(page: Page, setupUrl: string): Promise<void> {
  const press = (name: string): Promise<void> => page.getByRole('button', exact(name)).click()
  await page.goto(setupUrl)
  await page.getByRole('textbox', exact('Username')).fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await press('Create owner')
  await press('Skip for now')
  await press('Add sample data')
  await press('Skip')
  await page.getByRole('group', exact('Suggestions')).waitFor()
}

/** What is shown of each page, which is brought there first. */
const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  // The first search starts what finds memories by their meaning, so that the first answer need not wait for it.
  async memory(page) {
    await goTo(page, 'Memory')
    await page.getByRole('searchbox', exact('Search memory')).fill('When are people in the office?')
    await page.getByRole('article').first().waitFor()
    await page.getByRole('button', exact('Why this result')).first().click()
  },
  async chat(page) {
    await goTo(page, 'Chat')
    await page.getByRole('group', exact('Suggestions')).getByRole('button').first().click()
    await page.getByRole('region', exact('Sources')).getByRole('link').first().waitFor()
  },
  async 'agent-app'(page) {
    await goTo(page, 'Agent apps')
    await page.getByRole('link', { name: /CSV profile/ }).click()
    await page
      .getByRole('button', { name: /^Use example: / })
      .first()
      .click()
    await page.getByRole('button', exact('Run app')).click()
    await page.getByRole('region', exact('Result')).getByRole('heading', exact('Succeeded')).waitFor()
  },
  async data(page) {
    await goTo(page, 'Data')
    await page.getByRole('link', exact('Sample house prices')).click()
    await page.getByRole('tab', exact('SQL')).click()
    await page
      .getByRole('textbox', exact('SQL'))
      .fill(
        'SELECT district, round(avg(price) / 1000) AS average_price, count(*) AS houses\nFROM house_prices\nGROUP BY district ORDER BY 2',
      )
    const result = page.getByRole('region', exact('Result'))
    // The first question starts the engine; the second is as quick as all others.
    for (let time = 1; time <= 2; time++) {
      await page.getByRole('button', exact('Run')).click()
      await result.and(page.locator('[aria-busy="false"]')).waitFor()
    }
    await result.getByRole('button', exact('Chart')).click()
    await result.getByRole('combobox', exact('Up')).click()
    await page.getByRole('option', exact('average_price')).click()
    await drawn(result)
    await result.getByRole('figure').evaluate(figure => figure.scrollIntoView({ block: 'end' }))
  },
  async statistics(page) {
    await goTo(page, 'Statistics')
    await choose(page, 'Dataset', /^Sample house prices/)
    await choose(page, 'Method', /^Correlation/)
    const variables = page.getByRole('listbox', exact('Variables')).first()
    for (const name of ['price', 'area_m2'])
      await variables.getByRole('option', { name: new RegExp(`${name}$`) }).dblclick()
    const results = page.getByRole('region', exact('Results'))
    await results.getByRole('table').first().waitFor({ timeout: 120_000 })
    await drawn(results)
  },
}

function goTo(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', exact('Main')).getByRole('link', exact(name)).click()
}

async function choose(page: Page, name: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', exact(name)).click()
  await page.getByRole('option', { name: option }).click()
}

function drawn(place: Locator): Promise<void> {
  return place.locator('[role="img"] svg, [role="img"] canvas').first().waitFor()
}

async function takePictures(page: Page): Promise<void> {
  for (const [name, show] of Object.entries(pictures)) {
    await show(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.mouse.move(0, 0)
      // A chart is drawn anew in the colours of the theme.
      await page.waitForFunction(
        `document.documentElement.dataset.mantineColorScheme === '${theme}' && document.fonts.status === 'loaded'`,
      )
      const path = join(folder, `${name}-${theme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
      const { size } = await stat(path)
      if (size > mostBytes) throw new Error(`${path} has ${size} bytes; at most ${mostBytes} are taken.`)
      console.log(`${name}-${theme}.png ${Math.round(size / 1000)} kB`)
    }
  }
}

await mkdir(folder, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } })
  page.setDefaultTimeout(60_000)
  await setUp(page, server.setupUrl)
  await takePictures(page)
} finally {
  await browser.close()
  const ended = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await ended
  await rm(server.home, { recursive: true, force: true })
}
