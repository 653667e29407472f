import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const script = `const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(process.argv[1], { timeout: 5000 })
db.exec(process.argv[2])
db.close()`

/**
 * Changes the file of the only workspace of a server that goes on, as a crash or an earlier version would have left it. In a process of its
 * own: of two SQLites in one, the first that closes the file ends the locks of the other.
 */
export function changeWorkspace(home: string, sql: string): void {
  const [file = ''] = globSync('workspaces/*/data_plane.sqlite', { cwd: home })
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script, join(home, file), sql])
}
