import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** These take the longest, and not by their size: begun last, they would run alone while the other cores have nothing to do. */
export const dearest = [
  'test/openapi/openapi.test.ts',
  'test/web/routes.test.ts',
  'test/docs/readme.test.ts',
  'test/web/data.test.ts',
  'test/upgrade/homes.test.ts',
  'test/web/stats.test.ts',
  'plugins/stats/methods/methods.test.ts',
  'test/e2e/workers.test.ts',
  'test/web/ml.test.ts',
  'test/e2e/agent-apps-cli.test.ts',
]

/** Runs the dearest files first, then the largest ones. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map((await super.sort(files)).map((file, place) => [file, place]))
    const placeOf = (file: TestSpecification): number => {
      const found = dearest.findIndex(path => file.moduleId.endsWith(`/${path}`))
      return found === -1 ? dearest.length + (places.get(file) ?? 0) : found
    }
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
