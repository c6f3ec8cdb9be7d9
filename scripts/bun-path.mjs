// The place of the pinned Bun binary. Install scripts are disabled, so it is in the package of the platform.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Absolute path of the Bun binary in node_modules, or null when dependencies are not installed. */
export function bunPath() {
  const scope = join(root, 'node_modules', '@oven')
  if (!existsSync(scope)) return null
  for (const name of readdirSync(scope)) {
    for (const file of ['bun', 'bun.exe']) {
      const path = join(scope, name, 'bin', file)
      if (existsSync(path)) return path
    }
  }
  return null
}
