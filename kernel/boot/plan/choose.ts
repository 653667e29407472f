import type { Clock, ControlPlane, ControlTransaction, PluginSettingRecord } from '@svc/plugin'
import type { LoadedManifest } from '../../manifest/index.ts'
import type { PluginChoice } from './plan.ts'

/** What flags, environment and file say of a plugin. */
type ConfiguredSwitch = { enabled: boolean; origin: string } | null

const developed = { enabled: true, origin: 'svc plugin dev' }

/** Before the control plane is open: configuration alone, everything else on. */
export function choicesByConfiguration(
  manifests: readonly LoadedManifest[],
  switchOf: (id: string) => ConfiguredSwitch,
): PluginChoice[] {
  return manifests.map(loaded => {
    const configured = loaded.isDeveloped ? developed : switchOf(loaded.manifest.id)
    return { loaded, enabled: configured?.enabled ?? true, waiting: false, origin: configured?.origin ?? null }
  })
}

/**
 * Adds what the owner chose, which is weaker than the configuration, and pins the manifest of a third-party plugin the first time
 * it is seen enabled: the operator who named its folder has chosen it as it is. A changed one waits. A worker (`pins: false`) writes
 * nothing down.
 */
export async function choicesOfOwner(
  choices: readonly PluginChoice[],
  control: ControlPlane,
  { clock, pins }: { clock: Clock; pins: boolean },
): Promise<PluginChoice[]> {
  const records = await control.read(reader => reader.find('plugin_settings', {}))
  const settings = new Map(records.map(record => [record.id, record]))
  const chosen = choices.map(choice => withSetting(choice, settings.get(choice.loaded.manifest.id)))
  const unpinned = chosen.filter(
    ({ loaded, enabled }) => isPinnable(loaded) && enabled && !settings.get(loaded.manifest.id)?.pinned_manifest_hash,
  )
  if (pins && unpinned.length > 0) {
    await control.transaction(async tx => {
      for (const { loaded } of unpinned) {
        const change = { pinned_manifest_hash: loaded.hash, updated_at: clock.timestamp() }
        await saveSetting(tx, loaded.manifest.id, change)
      }
    })
  }
  return chosen
}

function withSetting(choice: PluginChoice, setting: PluginSettingRecord | undefined): PluginChoice {
  const { loaded, origin } = choice
  const enabled = origin === null ? (setting?.enabled ?? choice.enabled) : choice.enabled
  const pinned = setting?.pinned_manifest_hash ?? null
  const waiting = enabled && isPinnable(loaded) && pinned !== null && pinned !== loaded.hash
  return { ...choice, enabled, waiting }
}

/** A manifest that cannot be read cannot be approved either: its corrected form is still unknown. */
export function isPinnable({ builtin, isDeveloped, faults }: LoadedManifest): boolean {
  return !builtin && !isDeveloped && faults.length === 0
}

/** Writes down what the owner chose for a plugin; the rest of what is known of it stays. */
export async function saveSetting(
  tx: ControlTransaction,
  id: string,
  change: Partial<Omit<PluginSettingRecord, 'id'>> & Pick<PluginSettingRecord, 'updated_at'>,
): Promise<void> {
  const updated = await tx.update('plugin_settings', id, change)
  if (!updated) await tx.insert('plugin_settings', { id, enabled: null, pinned_manifest_hash: null, ...change })
}
