import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { serverIsBack } from './events/event-reader.ts'
import { whenOnline } from './online.ts'
import { svc } from './server.ts'
import { remember, remembered } from './storage.ts'

const openedAnew = 'svc-opened-anew'
/** Between two times that the page is opened anew for such a reason. */
const shortestMs = 10_000

/**
 * A part of the app that is in a file of its own, once there is a network. Where it does not come, the server is away, or is another one by now without
 * this very file: once it answers, the page is opened anew.
 * @throws what went wrong when that has just been done and did not help
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  await whenOnline()
  try {
    return await load()
  } catch (error) {
    await serverIsBack(svc, new AbortController().signal)
    const last = Number(remembered('session', openedAnew) ?? 0)
    if (Date.now() - last < shortestMs) throw error
    // Where no storage keeps it, the page could be opened anew for ever.
    if (!remember('session', openedAnew, String(Date.now()))) throw error
    location.reload()
    return new Promise(() => undefined)
  }
}

/** A component in a file of its own, which {@link fetchPart} brings when it is first drawn. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await fetchPart(load))[name] }))
}
