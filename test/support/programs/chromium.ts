import { access } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

// The shell draws the same pages without the window of a browser around them, which takes a third of the work.
const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

async function findChromium(): Promise<string | null> {
  for (const path of candidates) {
    if (path === undefined) continue
    const found = await access(path).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return null
}

const executablePath = await findChromium()

/** Tests that need a browser run only where this is true. */
export const hasChromium = executablePath !== null

if (!hasChromium) {
  console.warn(
    'SKIPPED: no Chromium, so no page was looked at. Install it (apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function launchChromium(): Promise<Browser> {
  if (executablePath === null)
    throw new Error('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, headless: true, args: quiet })
}

let shared: Promise<Browser> | null = null

/** One for all tests of this process, whose contexts keep them apart. It ends with the process, or its user closes it. */
export async function sharedChromium(): Promise<Browser> {
  if (shared !== null && !(await shared).isConnected()) shared = null
  shared ??= launchChromium()
  return shared
}
