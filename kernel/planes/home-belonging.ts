import { ConflictError } from '@svc/plugin'
import type { Driver, Clock, ControlPlane, ControlTransaction } from '@svc/plugin'
import type { Home, HomeMarker } from './planes.ts'

/** The fact in the control plane that names its home. */
export const homeIdFact = 'home_id'

interface Belonging {
  home: Home
  control: ControlPlane
  /** Which driver keeps the control plane. */
  driver: Driver
  /** Where the control database is, without credentials. */
  location: string
  clock: Clock
}

/**
 * Makes sure that home and control database belong together before anything is written to either: a home that lost its database,
 * or its marker, must not silently begin anew beside the data it had.
 * @throws ConflictError `home_mismatch` with the remedy
 */
export async function assertBelonging(belonging: Belonging): Promise<void> {
  const { home, control, driver, clock } = belonging
  const fact = await control.read(reader => reader.get('facts', homeIdFact))
  const hasUsers = await seesUsers(control)
  const refusal = refusalOf(belonging, fact?.value ?? null, hasUsers)
  if (refusal !== null) throw new ConflictError('home_mismatch', refusal)
  const setUpAt = home.marker?.set_up_at ?? (hasUsers ? clock.timestamp() : null)
  const isMarked =
    home.marker?.control === driver.id &&
    (home.marker.is_cache === true) === home.isCache &&
    home.marker.set_up_at === setUpAt
  if (!isMarked) await home.mark({ control: driver.id, set_up_at: setUpAt })
  if (fact?.value !== home.homeId) await control.transaction(tx => writeHomeId(tx, home.homeId))
}

async function writeHomeId(tx: ControlTransaction, homeId: string): Promise<void> {
  const updated = await tx.update('facts', homeIdFact, { value: homeId })
  if (updated === null) await tx.insert('facts', { id: homeIdFact, value: homeId })
}

async function seesUsers(control: ControlPlane): Promise<boolean> {
  const { items } = await control.read(reader => reader.page('users', {}, { limit: 1 }))
  return items.length > 0
}

function refusalOf(belonging: Belonging, owner: string | null, hasUsers: boolean): string | null {
  const { home, driver, location } = belonging
  const { marker, path, homeId } = home
  if (marker?.set_up_at && !hasUsers) return lostDatabase(belonging, marker)
  if (owner === homeId) return null
  if (marker === null && hasUsers && driver.inHome) {
    const content = JSON.stringify({ home_id: owner ?? homeId, created_at: '…', control: driver.id, set_up_at: '…' })
    return `The home ${path} has no home.json, but its registry holds users. Restore home.json from a backup; without one, write it anew with the times filled in: ${content}`
  }
  if (driver.inHome) return null
  if (owner === null) {
    if (!hasUsers) return null
    return `The database ${location} holds users but does not say whose home it is. Restore a whole backup of it.`
  }
  const what = marker === null ? 'is new (it has no home.json)' : `is ${homeId}`
  return `The database ${location} belongs to the home ${owner}, and the home ${path} ${what}. Set SVC_HOME to the home that it belongs to (or restore its home.json), or set DATABASE_URL to another database.`
}

function lostDatabase({ home, driver, location }: Belonging, marker: HomeMarker): string {
  const since = `The home ${home.path} was set up on ${marker.set_up_at}`
  if (marker.control === driver.id) {
    return `${since}, but its control database ${location} holds no users. Restore it from a backup; to begin anew, choose an empty folder with SVC_HOME${driver.inHome ? '' : ' and an empty database'}.`
  }
  if (!driver.inHome) {
    return `${since} on its registry file, and the database ${location} is empty. Unset DATABASE_URL to go on with the registry, or choose an empty folder with SVC_HOME for a new start on PostgreSQL.`
  }
  return `${since} on PostgreSQL, and DATABASE_URL is not set. Set it to the same database again, or choose an empty folder with SVC_HOME for a new start.`
}

/** Notes in the marker when the first user appears: from then on an empty control database is a lost one. */
export function watchSetUp(control: ControlPlane, home: Home, clock: Clock): ControlPlane {
  if (home.marker?.set_up_at) return control
  const transaction: ControlPlane['transaction'] = async work => {
    const result = await control.transaction(work)
    const { marker } = home
    if (marker !== null && marker.set_up_at === null && (await seesUsers(control))) {
      await home.mark({ control: marker.control, set_up_at: clock.timestamp() })
    }
    return result
  }
  return {
    transaction,
    read: work => control.read(work),
    appendAudit: entry => control.appendAudit(entry),
    listAudit: page => control.listAudit(page),
    readAudit: () => control.readAudit(),
    onForeignChange: listener => control.onForeignChange(listener),
    ...(control.serverNow && { serverNow: control.serverNow.bind(control) }),
    ...(control.failures && { failures: control.failures }),
    status: () => control.status(),
    close: () => control.close(),
  }
}

/** Beside a server, the files and the control plane must be those of one installation. @throws ConflictError `home_mismatch` */
export async function assertSameInstallation(home: Home, control: ControlPlane, driver: Driver): Promise<void> {
  if (home.marker?.control !== driver.id) {
    const remedy = driver.inHome
      ? 'Set DATABASE_URL to the same database as for its server.'
      : 'Unset DATABASE_URL, as for its server.'
    throw new ConflictError(
      'home_mismatch',
      `The home ${home.path} does not keep its users in a ${driver.id}. ${remedy}`,
    )
  }
  const owner = await control.read(reader => reader.get('facts', homeIdFact))
  if (owner?.value === home.homeId) return
  throw new ConflictError(
    'home_mismatch',
    `The control plane belongs to the home ${owner?.value ?? '(none yet)'}, and ${home.path} is ${home.homeId}. Set SVC_HOME and DATABASE_URL as for the server.`,
  )
}
