import type { Passwords } from './passwords.ts'

/** The first passwords of other gateways, and those that are guessed first. */
const trivial = ['123456', '12345678', '123456789', 'password', 'admin123', '111111']

/** An imported hash may take minutes by its own parameters. */
const isSlow = (hash: string): boolean => Number(/^\$2[abxy]?\$(\d+)\$/.exec(hash)?.[1] ?? 0) > 12

/**
 * Whether the password of an account is its name or one of six that everyone tries. A hash shows nothing else of
 * its password: false does not mean that it is strong. Takes half a second.
 */
export async function hasTrivialPassword(
  passwords: Pick<Passwords, 'verify'>,
  { username, password_hash: hash }: { username: string; password_hash: string },
): Promise<boolean> {
  if (hash === '' || isSlow(hash)) return false
  for (const password of new Set([username, ...trivial]))
    if ((await passwords.verify(password, hash)).matches) return true
  return false
}
