import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './report.mjs'

const heartbeatMs = 1_000
const silentMs = 15_000
/** Where our process ids mean anything: those of another container say nothing here. */
const here = `${hostname()} ${processNamespace()}`
const own = `${process.pid} ${here}`

/**
 * Runs `work` while no other process holds the lock file. One whose holder is gone, or silent for a while where nobody here can say
 * whether it is gone, is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  let waiting = false
  while (!take(file)) {
    if (removeAbandoned(file)) continue
    if (!waiting) say('Another process is installing or building; waiting for it …')
    waiting = true
    await wait(200)
  }
  const heartbeat = setInterval(() => {
    if (read(file)?.text === own) utimesSync(file, new Date(), new Date())
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    // It was taken over where this process was silent for long.
    if (read(file)?.text === own) rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * @param {string} file
 * @returns {boolean} true when it is worth trying again at once
 */
function removeAbandoned(file) {
  const holder = read(file)
  if (!holder) return true
  const isFresh = Date.now() - holder.beatAt < silentMs
  if (isFresh && (holder.place !== here || isAlive(holder.pid))) return false

  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return true
    throw error
  }
  // Between reading and renaming another waiter may have taken over: then it was their lock, and goes back.
  if (read(aside)?.text !== holder.text) linkSync(aside, file)
  rmSync(aside, { force: true })
  return true
}

/** @param {string} file */
function read(file) {
  try {
    // Empty while its holder is between creating and writing it.
    const text = readFileSync(file, 'utf8')
    const [pid = '', ...place] = text.split(' ')
    return { text, pid: Number(pid), place: place.join(' '), beatAt: statSync(file).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function processNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Only Linux has them.
    return ''
  }
}
