import { ptr } from 'bun:ffi'
import { openLibc } from './libc.ts'

/**
 * Replaces this process by a new start of the program with another environment: process id, open streams and parent
 * stay. Does not return on success. Returns if the system does not support it.
 */
export function replaceProcess(environment: Record<string, string | undefined>): void {
  const libc = openLibc({ execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' } })
  const path = stringsOf([process.execPath])
  const words = stringsOf([...ownProgram(), ...process.argv.slice(2)])
  const variables = stringsOf(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`)),
  )
  libc?.execve(path.bytes, words.addresses, variables.addresses)
}

/** The command of this program, without arguments. */
export const ownProgram = (): string[] => [process.execPath, ...process.execArgv, ...ownScript()]

/** A packaged executable contains its script; the script's name is not a file. */
function ownScript(): string[] {
  const script = process.argv[1] ?? ''
  return script.startsWith('/$bunfs/') ? [] : [script]
}

/** An array of C strings. The addresses are valid as long as `bytes` is referenced. */
function stringsOf(texts: readonly string[]) {
  const encoded = texts.map((text) => Buffer.from(`${text}\0`))
  const bytes = Buffer.concat(encoded)
  const addresses = new BigUint64Array(texts.length + 1)
  let at = ptr(bytes)
  for (const [index, text] of encoded.entries()) {
    addresses[index] = BigInt(at)
    // The cast adds the brand of addresses again.
    at = (at + text.length) as typeof at
  }
  return { bytes, addresses }
}
