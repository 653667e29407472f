import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './report.mjs'

const heartbeatMs = 1_000
const silentMs = 15_000

/**
 * Runs `work` while no other process holds the lock file. One whose holder is gone, or silent for a while
 * (another container's process ids mean nothing here), is taken over.
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
  const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
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
  if (isAlive(holder.pid) && Date.now() - holder.beatAt < silentMs) return false

  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return true
    throw error
  }
  // Between reading and renaming another waiter may have taken over: then it was their lock, and goes back.
  if (read(aside)?.pid !== holder.pid) linkSync(aside, file)
  rmSync(aside, { force: true })
  return true
}

/** @param {string} file */
function read(file) {
  try {
    return { pid: Number(readFileSync(file, 'utf8')), beatAt: statSync(file).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // Empty while its holder is between creating and writing it.
  if (pid === 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
