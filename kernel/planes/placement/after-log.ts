import type { ControlPlane, ControlTransaction } from '@svc/plugin'
import type { Placement } from '../planes.ts'

type Call = (...args: never[]) => Promise<unknown>

/** The same, but the calls named wait for `kept` first. */
export function afterLog<T extends object>(target: T, calls: readonly (keyof T)[], kept: Placement['kept']): T {
  const waiting = new Map<PropertyKey, Call>(
    calls.map(name => {
      const call = (target[name] as Call).bind(target)
      return [
        name,
        async (...args) => {
          await kept()
          return call(...args)
        },
      ]
    }),
  )
  return withOthers(target, name => waiting.get(name))
}

/** A control plane whose changes wait for the log. A workspace that is new in it belongs to this server before anybody knows of it. */
export function controlAfterLog(control: ControlPlane, placement: Placement): ControlPlane {
  const transaction: ControlPlane['transaction'] = async work => {
    await placement.kept()
    const made: string[] = []
    const result = await control.transaction(tx => {
      made.length = 0
      return work(noting(tx, made))
    })
    // The change is made, whatever comes now: who uses the workspace first enters it again.
    for (const id of made) await placement.enter(id)?.catch(() => undefined)
    return result
  }
  const audited = placement.after(control, ['appendAudit'])
  return withOthers(audited, name => (name === 'transaction' ? transaction : undefined))
}

function noting(tx: ControlTransaction, made: string[]): ControlTransaction {
  const insert: ControlTransaction['insert'] = async (table, record) => {
    if (table === 'workspaces') made.push(record.id)
    return tx.insert(table, record)
  }
  return withOthers(tx, name => (name === 'insert' ? insert : undefined))
}

/** The methods keep `this` of their own object, which has private fields. */
function withOthers<T extends object>(target: T, other: (name: PropertyKey) => unknown): T {
  return new Proxy(target, {
    get(of, name) {
      const value = other(name) ?? Reflect.get(of, name, of)
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
}
