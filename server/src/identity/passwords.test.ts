import { expect, test } from 'bun:test'
import { createPasswords } from './passwords.ts'

test('a password is hashed with Argon2id at 19 MiB and two passes, and verified', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse 1')
  expect(stored).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await passwords.verify('correct horse 1', stored)).toEqual({ matches: true, isOld: false })
  expect(await passwords.verify('correct horse 2', stored)).toEqual({ matches: false, isOld: false })
})

test('a hash of another cost or algorithm is accepted, and should be replaced', async () => {
  const passwords = createPasswords()
  const cheaper = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash('correct horse 1')
  const bcrypt = await Bun.password.hash('correct horse 1', { algorithm: 'bcrypt', cost: 4 })
  for (const stored of [cheaper, bcrypt])
    expect(await passwords.verify('correct horse 1', stored)).toEqual({ matches: true, isOld: true })
})

test('without a stored hash, or with a text that is none, no password matches', async () => {
  const passwords = createPasswords()
  for (const stored of [null, '', 'not a hash'])
    expect(await passwords.verify('correct horse 1', stored)).toMatchObject({ matches: false })
})
