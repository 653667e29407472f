import { ValidationError } from '@svc/plugin'
import type { Driver, DriverPlane, DriverProvides, DriverRequest } from '@svc/plugin'
import { builtInDrivers } from '../drivers/index.ts'

/** The drivers that there are, and which of them the owner has named for a plane. */
export interface DriverChoice {
  available: readonly Driver[]
  named: Readonly<Partial<Record<DriverPlane, string>>>
}

/** The drivers of the house, none of them named. */
export const ownDrivers: DriverChoice = { available: builtInDrivers, named: {} }

/** A driver that has been chosen for a plane, and what opens it. */
interface ChosenDriver<P extends DriverPlane> {
  driver: Driver
  open: DriverProvides[P]
}

/**
 * The driver that the owner has named for the plane, or the one that serves it best.
 * @throws ValidationError when there is none
 */
export function driverFor<P extends DriverPlane>(
  plane: P,
  databaseUrl: string | null,
  { available, named }: DriverChoice = ownDrivers,
): ChosenDriver<P> {
  const able = available.flatMap(driver => {
    const open = driver.provides[plane]
    return open === undefined ? [] : [{ driver, open }]
  })
  const id = named[plane]
  const chosen =
    id === undefined ? best(able, { plane, url: urlOf(databaseUrl) }) : able.find(({ driver }) => driver.id === id)
  if (chosen !== undefined) return chosen
  const ids = able.map(({ driver }) => driver.id).join(', ')
  if (id !== undefined) throw new ValidationError(`No driver "${id}" keeps the ${plane} plane. There are: ${ids}.`)
  const schemes = able.flatMap(({ driver }) => driver.schemes ?? []).join(', ')
  const url = urlOf(databaseUrl)
  throw new ValidationError(
    url === null
      ? `No driver keeps the ${plane} plane in the home. There are: ${ids}.`
      : `No driver keeps the ${plane} plane at a DATABASE_URL that begins with "${url.protocol}". Those that are served begin with ${schemes}.`,
  )
}

function best<C extends { driver: Driver }>(able: readonly C[], request: DriverRequest): C | undefined {
  const [first] = able
    .map(chosen => ({ chosen, score: chosen.driver.serves(request) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  return first?.chosen
}

/** The text itself, which holds a password, goes into no error. @throws ValidationError */
function urlOf(databaseUrl: string | null): URL | null {
  if (databaseUrl === null) return null
  // A host may be a folder with a socket, or several hosts: only the beginning is looked at here.
  const [protocol] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(databaseUrl) ?? []
  if (protocol === undefined) {
    throw new ValidationError('DATABASE_URL must look like postgres://user:password@host:5432/database')
  }
  return URL.canParse(databaseUrl) ? new URL(databaseUrl) : new URL(`${protocol}unreadable`)
}
