import { join } from 'node:path'
import { readObject } from '../planes/storage/index.ts'

/** What the owner chose in the app, by key. */
export type ChosenSettings = Readonly<Record<string, unknown>>

/** Within the home. */
export const chosenFile = 'settings.json'

/** @throws UnavailableError for a file that is no JSON object */
export async function readChosen(home: string): Promise<ChosenSettings> {
  const remedy = 'Correct it, or delete it: what was chosen in the app is then as it was installed.'
  return (await readObject(join(home, chosenFile), remedy)) ?? {}
}
