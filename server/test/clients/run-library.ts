import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientGateway } from './client-gateway.ts'
import { libraryScripts } from './library-tasks.ts'
import { pixel } from './pixel.ts'
import { type CheckResult, type Gateway, type Library, modelOf, unlistedModel, upstreamKinds } from './program.ts'
import { runProgram } from './run-program.ts'

const timeoutMs = 240_000
const shared = ['check.mjs', 'check.py']

export interface LibraryRun {
  library: Library
  command: readonly string[]
  gateway: Gateway
  /** Variables for every program. */
  environment: Record<string, string>
}

const ownScripts = join(import.meta.dir, 'programs')

/** Puts the script of a library into the folder of its installation, where it finds its packages. */
export function placeScript({ script, registry }: Library, folder: string): string[] {
  const scripts = join(folder, 'scripts')
  mkdirSync(scripts, { recursive: true })
  for (const file of [script, ...shared]) copyFileSync(join(ownScripts, file), join(scripts, file))
  return [registry === 'npm' ? 'node' : join(folder, 'venv/bin/python'), join(scripts, script)]
}

/** The script in place: it finds the packages of this checkout. */
export const ownScript = ({ script }: Library): string[] => ['node', join(ownScripts, script)]

/** Runs the script of a library. Its output contains its checks. */
export async function runLibrary(clientGateway: ClientGateway, run: LibraryRun): Promise<CheckResult[]> {
  const { library, command, gateway } = run
  const home = mkdtempSync(join(tmpdir(), 'sluice-client-'))
  for (const [task, script] of Object.entries(libraryScripts)) clientGateway.scripts.set(task, script)
  const before = upstreamKinds.map((kind) => clientGateway.upstreams[kind].calls.length)
  const outcome = await runProgram({
    command,
    environment: {
      ...run.environment,
      ...library.environment?.(gateway),
      GATEWAY: gateway.url,
      KEY: gateway.key,
      HOME: home,
      ...(library.manages && {
        ACCESS_TOKEN: clientGateway.manager.accessToken,
        USER_ID: String(clientGateway.manager.userId),
        USER_NAME: clientGateway.manager.username,
        PASSWORD: clientGateway.manager.password,
      }),
      MODELS: JSON.stringify(modelOf),
      UNLISTED: unlistedModel,
      PICTURE: pixel,
    },
    folder: home,
    timeoutMs,
  })
  rmSync(home, { recursive: true, force: true })
  const calls = upstreamKinds.flatMap((kind, index) => clientGateway.upstreams[kind].calls.slice(before[index]))
  const results = outcome.answer.split('\n').flatMap(parseResult)
  const complaints = library.judge?.(calls) ?? []
  if (complaints.length > 0) results.push({ name: 'what reached the upstreams', complaints })
  if (outcome.code !== 0 || results.length === 0) {
    results.push({
      name: 'its script',
      complaints: [`ended with ${outcome.code}: ${outcome.output.slice(-3_000)}`],
    })
  }
  return results
}

/** A line of `check.mjs` or `check.py`. */
function parseResult(line: string): CheckResult[] {
  const text = /^check: (.*)$/.exec(line)?.[1]
  if (text === undefined) return []
  const { complaint, ...check } = JSON.parse(text) as Omit<CheckResult, 'complaints'> & {
    complaint: string | null
  }
  return [{ ...check, complaints: complaint === null ? [] : [complaint] }]
}
