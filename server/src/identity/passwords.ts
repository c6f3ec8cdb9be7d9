import { randomBytes } from 'node:crypto'
import { createSlots } from '../platform/slots.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether `password` matches. Without a stored hash a dummy hash is checked, so that unknown names take as long as
   * known ones. `isOld`: the hash should be replaced by one with the current parameters.
   */
  verify(password: string, stored: string | null): Promise<{ matches: boolean; isOld: boolean }>
}

/** What a hash takes: memory in KiB, and passes over it. */
export interface HashCost {
  memoryCost: number
  timeCost: number
}

const usualCost: HashCost = { memoryCost: 19_456, timeCost: 2 }

/** Argon2id, and bcrypt of imported accounts. At most two at a time, so that hashing does not slow calls down. */
export function createPasswords(cost: HashCost = usualCost): Passwords {
  const settings = { algorithm: 'argon2id', ...cost } as const
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`
  const slots = createSlots({ atOnce: 2, waiting: 16 })
  let dummy: Promise<string> | undefined
  return {
    hash: (password) => slots(() => Bun.password.hash(password, settings)),
    verify: (password, stored) =>
      slots(async () => {
        dummy ??= Bun.password.hash(crypto.randomUUID(), settings)
        const reference = stored === null || stored === '' ? await dummy : stored
        const matches = await verifyAny(password, reference)
        return {
          matches: matches && reference === stored,
          isOld: !reference.startsWith(currentPrefix),
        }
      }),
  }
}

/** Whether the hash is one of another program, which the next log-in replaces. */
export const isImported = (hash: string): boolean => hash.startsWith('$2')

/** 20 characters of 64: 120 bits. */
export const randomPassword = (): string => randomBytes(15).toString('base64url')

/** False for a stored text that is not a hash. */
async function verifyAny(password: string, reference: string): Promise<boolean> {
  try {
    return await Bun.password.verify(password, reference)
  } catch {
    return false
  }
}
