'use strict'
// The first script of every isolate and the only one that holds `send`, the way out ($0). It is evaluated as a function body
// before any line of the app, keeps the built-ins it needs, and never reads a property that an app could have replaced since.
const send = $0
const { parse, stringify } = JSON
const { freeze, keys, defineProperty } = Object
const { apply } = Reflect
const SafeError = Error
const SafePromise = Promise
const toText = String
const encode = encodeURIComponent
const { slice, indexOf } = String.prototype
const { add: brand, has: isBranded } = WeakSet.prototype
const capabilityErrors = new WeakSet()
const isError = SafeError.prototype.isPrototypeOf

for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name]

const maxErrorText = 4096
const maxStackText = 16384
const maxNote = 500
const maxProgress = 1000
const maxTimers = 100
const maxTimersEver = 10000
const maxDelay = 2147483647

let limits = { calls: 0, calls_in_flight: 0, call_argument_bytes: 0, output_bytes: 0, log_bytes: 0 }
let granted = { __proto__: null }
let lastId = 0
let calls = 0
let inFlight = 0
let logged = 0
let progressed = 0
let timersEver = 0
let timersNow = 0
const waiting = { __proto__: null }
const timers = { __proto__: null }
// Calls beyond those in flight wait here, first in, first out.
let queueHead = null
let queueTail = null

const cut = (text, length) => apply(slice, text, [0, length])

// --- calls to the host -------------------------------------------------------------------------------------------------

function failure(code, message) {
  return coded(new SafeError(message), code)
}

function coded(error, code) {
  defineProperty(error, 'code', { value: code, enumerable: true, configurable: true, writable: true })
  apply(brand, capabilityErrors, [error])
  return error
}

/** Gives an error that was made where the call was written its message, and keeps those frames. */
function complete(error, code, message) {
  const made = error.stack
  const text = typeof made === 'string' ? made : ''
  const frames = apply(indexOf, text, ['\n    at '])
  defineProperty(error, 'message', { value: message, configurable: true, writable: true })
  const stack = `Error: ${message}${frames < 0 ? '' : apply(slice, text, [frames])}`
  defineProperty(error, 'stack', { value: stack, configurable: true, writable: true })
  return coded(error, code)
}

function call(name, argument) {
  const error = new SafeError('')
  return new SafePromise((resolve, reject) => {
    if (!granted[name]) throw complete(error, 'forbidden', `ctx has no permission for ${name}.`)
    if (calls >= limits.calls)
      throw complete(error, 'rate_limited', `A run may make ${limits.calls} calls; this one is over it.`)
    calls += 1
    const text = argument === undefined ? 'null' : stringify(argument)
    if (typeof text !== 'string') throw complete(error, 'validation_error', `The argument of ${name} is no JSON value.`)
    if (text.length > limits.call_argument_bytes) {
      throw complete(
        error,
        'payload_too_large',
        `An argument may have ${limits.call_argument_bytes} bytes as JSON; that of ${name} has more.`,
      )
    }
    const entry = { __proto__: null, id: ++lastId, name, text, error, resolve, reject, next: null }
    if (inFlight < limits.calls_in_flight) return dispatch(entry)
    if (queueTail) queueTail.next = entry
    else queueHead = entry
    queueTail = entry
  })
}

function dispatch(entry) {
  inFlight += 1
  waiting[entry.id] = entry
  send('call', entry.id, entry.name, entry.text)
}

function settle(id, ok, text, code) {
  const entry = waiting[id]
  if (!entry) return
  delete waiting[id]
  inFlight -= 1
  if (queueHead) {
    const next = queueHead
    queueHead = next.next
    if (!queueHead) queueTail = null
    dispatch(next)
  }
  if (ok) entry.resolve(parse(text))
  else entry.reject(complete(entry.error, code, text))
}

// --- logs and progress -------------------------------------------------------------------------------------------------

function readable(value) {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return 'a BigInt'
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return toText(value)
  try {
    if (apply(isError, SafeError.prototype, [value])) return `${toText(value.name)}: ${toText(value.message)}`
    return stringify(value) ?? 'a function'
  } catch {
    return 'a value that cannot be shown'
  }
}

function log(level, values) {
  if (logged >= limits.log_bytes) return
  let message = ''
  for (let i = 0; i < values.length; i++) message += (i > 0 ? ' ' : '') + readable(values[i])
  const room = limits.log_bytes - logged
  logged += message.length + 1
  send('log', level, message.length < room ? message : cut(message, room), '')
  if (logged >= limits.log_bytes) send('log', 'warn', `Logs beyond ${limits.log_bytes} bytes are dropped.`, '')
}

function progress(fraction, note) {
  if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) {
    throw new SafeError('ctx.progress(fraction, note) takes a fraction from 0 to 1.')
  }
  if (progressed++ >= maxProgress) return
  const hasNote = note !== undefined && note !== null
  send('progress', fraction, hasNote ? cut(toText(note), maxNote) : '', hasNote)
}

// --- timers ------------------------------------------------------------------------------------------------------------

function setTimeout(callback, delay, ...values) {
  if (typeof callback !== 'function') throw new SafeError('setTimeout takes a function.')
  if (timersNow >= maxTimers || timersEver >= maxTimersEver) {
    throw failure('rate_limited', `A run may have ${maxTimers} timers at a time and ${maxTimersEver} altogether.`)
  }
  timersNow += 1
  timersEver += 1
  const id = ++lastId
  timers[id] = { __proto__: null, callback, values }
  const ms = +delay
  send('timer', id, ms > 0 && ms <= maxDelay ? ms : 0, '')
  return id
}

function clearTimeout(id) {
  if (typeof id !== 'number' || !timers[id]) return
  delete timers[id]
  timersNow -= 1
  send('clear', id, '', '')
}

function fire(id) {
  const timer = timers[id]
  if (!timer) return
  delete timers[id]
  timersNow -= 1
  try {
    apply(timer.callback, undefined, timer.values)
  } catch (error) {
    finishFailed('threw', error)
  }
}

// --- the abort signal --------------------------------------------------------------------------------------------------

const abort = { __proto__: null, aborted: false, reason: undefined, listeners: { __proto__: null }, count: 0 }
const signal = freeze({
  get aborted() {
    return abort.aborted
  },
  get reason() {
    return abort.reason
  },
  throwIfAborted() {
    if (abort.aborted) throw abort.reason
  },
  addEventListener(type, listener) {
    if (type === 'abort' && typeof listener === 'function') abort.listeners[++abort.count] = listener
  },
  removeEventListener(type, listener) {
    for (let i = 1; i <= abort.count; i++) if (abort.listeners[i] === listener) delete abort.listeners[i]
  },
})

function onAbort(message) {
  if (abort.aborted) return
  abort.aborted = true
  abort.reason = failure('cancelled', message)
  for (let i = 1; i <= abort.count; i++) {
    const listener = abort.listeners[i]
    if (!listener) continue
    try {
      listener(freeze({ type: 'abort' }))
    } catch (error) {
      log('error', ['An abort listener threw.', error])
    }
  }
}

// --- the end of a run --------------------------------------------------------------------------------------------------

let finished = false

function finish(output) {
  if (finished) return
  let text
  try {
    text = output === undefined ? 'null' : stringify(output, refuseWhatIsNoJson)
  } catch (error) {
    return finishFailed('output_invalid', error)
  }
  if (typeof text !== 'string') return finishFailed('output_invalid', new SafeError('The output is no JSON value.'))
  if (text.length > limits.output_bytes) {
    return finishFailed(
      'output_invalid',
      new SafeError(`The output has more than ${limits.output_bytes} bytes as JSON.`),
    )
  }
  finished = true
  send('done', text, '', '')
}

function refuseWhatIsNoJson(key, value) {
  const type = typeof value
  if (type !== 'function' && type !== 'symbol' && type !== 'bigint') return value
  const place = key === '' ? 'The output' : `"${cut(toText(key), 100)}" in the output`
  throw new SafeError(`${place} is a ${type}, which JSON does not have.`)
}

function finishFailed(reason, error) {
  if (finished) return
  const name = memberText(error, 'name', 200)
  const message = memberText(error, 'message', maxErrorText)
  const stack = memberText(error, 'stack', maxStackText)
  const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function'
  const code = isObject && apply(isBranded, capabilityErrors, [error]) ? memberText(error, 'code', 64) : ''
  // A getter above may have run code that finished the run meanwhile.
  if (finished) return
  finished = true
  send('failed', reason, name || 'Error', isObject ? message : cut(readable(error), maxErrorText), stack, code)
}

function memberText(error, member, length) {
  try {
    const value = error[member]
    return typeof value === 'string' ? cut(value, length) : ''
  } catch {
    return ''
  }
}

// --- ctx ---------------------------------------------------------------------------------------------------------------

function freezeDeep(root) {
  let top = { __proto__: null, value: root, below: null }
  while (top) {
    const { value, below } = top
    top = below
    if (typeof value !== 'object' || value === null) continue
    freeze(value)
    const names = keys(value)
    for (let i = 0; i < names.length; i++) top = { __proto__: null, value: value[names[i]], below: top }
  }
  return root
}

function makeLog() {
  const write = (...values) => log('info', values)
  write.debug = (...values) => log('debug', values)
  write.info = (...values) => log('info', values)
  write.warn = (...values) => log('warn', values)
  write.error = (...values) => log('error', values)
  return freeze(write)
}

const writeLog = makeLog()

function request(method, path, body) {
  return call('client.request', { method, path, body })
}

function makeMemory() {
  const path = '/api/memory'
  const one = id => `${path}/${encode(toText(id))}`
  return freeze({
    add: (content, options) => request('POST', path, { ...options, content }),
    search: (query, options) => request('POST', `${path}/search`, { ...options, query }),
    list: filter => request('GET', path + queryOf(filter)),
    get: id => request('GET', one(id)),
    update: (id, change) => request('PATCH', one(id), change),
    delete: id => request('DELETE', one(id)),
    import: file => request('POST', `${path}/import`, file),
  })
}

function makeData() {
  const path = '/api/data'
  const one = id => `${path}/datasets/${encode(toText(id))}`
  return freeze({
    query: (sql, options) => request('POST', `${path}/query`, { ...options, sql }),
    list: filter => request('GET', `${path}/catalog${queryOf(filter)}`),
    describe: (id, version) => request('GET', `${one(id)}/profile${queryOf({ version })}`),
    import: table => request('POST', `${path}/import`, table),
  })
}

function queryOf(filter) {
  const names = keys(filter ?? {})
  let query = ''
  for (let i = 0; i < names.length; i++) {
    const value = filter[names[i]]
    if (value !== undefined) query += `${query === '' ? '?' : '&'}${encode(names[i])}=${encode(toText(value))}`
  }
  return query
}

function makeContext(run, inputs, config) {
  const context = {
    inputs: freezeDeep(inputs),
    config: freezeDeep(config),
    run_id: run.run_id,
    app: run.app,
    agent: { ask: (prompt, options) => call('agent.ask', { ...options, prompt }) },
    tools: { call: (name, values) => call('tools.call', { name, arguments: values ?? {} }) },
    client: { request, data: makeData(), memory: makeMemory() },
    log: writeLog,
    progress,
    signal,
  }
  const names = keys(granted)
  for (let i = 0; i < names.length; i++) {
    const dot = apply(indexOf, names[i], ['.'])
    const group = apply(slice, names[i], [0, dot])
    const member = apply(slice, names[i], [dot + 1])
    context[group] ??= {}
    context[group][member] ??= argument => call(names[i], argument)
  }
  const groups = keys(context)
  for (let i = 0; i < groups.length; i++) if (typeof context[groups[i]] === 'object') freeze(context[groups[i]])
  return freeze(context)
}

async function start(load, runText, inputsText, configText) {
  try {
    const run = parse(runText)
    limits = freeze(run.limits)
    for (let i = 0; i < run.capabilities.length; i++) granted[run.capabilities[i]] = true
    const context = makeContext(run, parse(inputsText), parse(configText))
    const exported = load()
    const app = exported === null || exported === undefined ? undefined : exported.default
    const main = typeof app === 'function' ? app : app?.run
    if (typeof main !== 'function') {
      throw new SafeError(
        'The entry file has no app: write `export default defineAgentApp({ run(ctx) { … } })`, or in a tool `export default defineTool({ run(input, ctx) { … } })`.',
      )
    }
    finish(await apply(main, app, [context]))
  } catch (error) {
    finishFailed('threw', error)
  }
}

const consoleMembers = {}
for (const level of ['log', 'debug', 'info', 'warn', 'error']) {
  consoleMembers[level] = (...values) => log(level === 'log' ? 'info' : level, values)
}
const globals = { console: consoleMembers, setTimeout, clearTimeout }
for (const name of keys(globals)) {
  defineProperty(globalThis, name, { value: globals[name], writable: true, configurable: true, enumerable: false })
}

return (kind, a, b, c, d) => {
  if (kind === 'start') void start(a, b, c, d)
  else if (kind === 'settle') settle(a, b, c, d)
  else if (kind === 'timer') fire(a)
  else if (kind === 'abort') onAbort(a)
}
