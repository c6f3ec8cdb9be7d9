import { expect, test } from 'bun:test'
import { createPasswords } from './passwords.ts'
import { hasTrivialPassword } from './trivial-passwords.ts'

const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
const bcrypt = (password: string, cost = 4) => Bun.password.hash(password, { algorithm: 'bcrypt', cost })

test.each([
  ['123456', true],
  ['ulrike', true],
  ['Ulrike', false],
  ['correct horse', false],
])('the password %p is trivial: %p', async (password, expected) => {
  for (const password_hash of [await bcrypt(password), await passwords.hash(password)])
    expect(await hasTrivialPassword(passwords, { username: 'ulrike', password_hash })).toBe(expected)
})

test('an account without a password, and a hash that takes minutes, are not tried', async () => {
  const verify = () => Promise.reject(new Error('tried'))
  for (const password_hash of ['', `$2a$31$${'a'.repeat(53)}`])
    expect(await hasTrivialPassword({ verify }, { username: 'root', password_hash })).toBe(false)
})
