import { ptr } from 'bun:ffi'
import { openLibc } from './libc.ts'

/**
 * Starts this program again in place of itself, with another environment: the process id, the open streams and the
 * parent stay. Does not return where it succeeds. Returns where the system does not offer it.
 */
export function replaceProcess(environment: Record<string, string | undefined>): void {
  const libc = openLibc({ execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' } })
  const path = stringsOf([process.execPath])
  const words = stringsOf([process.execPath, ...process.execArgv, ...ownScript(), ...process.argv.slice(2)])
  const variables = stringsOf(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`)),
  )
  libc?.execve(path.bytes, words.addresses, variables.addresses)
}

/** A packaged executable brings its script along; its name for it is no file. */
function ownScript(): string[] {
  const script = process.argv[1] ?? ''
  return script.startsWith('/$bunfs/') ? [] : [script]
}

/** A list of strings as C has it. The addresses hold as long as `bytes` is referenced. */
function stringsOf(texts: readonly string[]) {
  const encoded = texts.map((text) => Buffer.from(`${text}\0`))
  const bytes = Buffer.concat(encoded)
  const addresses = new BigUint64Array(texts.length + 1)
  let at = ptr(bytes)
  for (const [index, text] of encoded.entries()) {
    addresses[index] = BigInt(at)
    at = (at + text.length) as typeof at
  }
  return { bytes, addresses }
}
