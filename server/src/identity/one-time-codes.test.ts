import { afterEach, expect, test } from 'bun:test'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { deleteEndedCodes } from '../store/one-time-codes.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { createOneTimeCodes } from './one-time-codes.ts'

let store: Store
afterEach(() => store.close())

const subject = 'ana@example.org'
const buildWrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

for (const engine of engines) {
  const createCodes = async () => {
    store = await engine.fresh()
    const clock = createManualClock()
    const secretBox = createSecretBox('a secret for codes')
    return { clock, codes: createOneTimeCodes({ db: store.db, clock, secretBox }) }
  }

  test(`${engine.name}: a code is valid once, for its purpose and subject`, async () => {
    const { codes } = await createCodes()
    const code = await codes.issue('register', subject)
    expect(code).toMatch(/^\d{6}$/)
    expect(await codes.redeem('bind_email', subject, code)).toBe(false)
    expect(await codes.redeem('register', 'ben@example.org', code)).toBe(false)
    const both = await Promise.all([
      codes.redeem('register', subject, ` ${code}`),
      codes.redeem('register', subject, code),
    ])
    expect(both.toSorted()).toEqual([false, true])
    expect(await codes.redeem('register', subject, code)).toBe(false)
  })

  test(`${engine.name}: the database contains neither the code nor the address`, async () => {
    const { codes } = await createCodes()
    const code = await codes.issue('reset_password', subject)
    expect(code).toMatch(/^[\w-]{43}$/)
    const rows = JSON.stringify(await store.db.selectFrom('one_time_codes').selectAll().execute())
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(subject)
  })

  test(`${engine.name}: five wrong guesses, even in parallel, invalidate a code of digits`, async () => {
    const { codes } = await createCodes()
    const code = await codes.issue('register', subject)
    for (let guess = 0; guess < 4; guess++) await codes.redeem('register', subject, buildWrongCode(code))
    expect(await codes.redeem('register', subject, code)).toBe(true)
    const second = await codes.issue('register', subject)
    await Promise.all(Array.from({ length: 5 }, () => codes.redeem('register', subject, buildWrongCode(second))))
    expect(await codes.redeem('register', subject, second)).toBe(false)
  })

  test(`${engine.name}: guessing cannot invalidate the link of another account`, async () => {
    const { codes } = await createCodes()
    const link = await codes.issue('reset_password', subject)
    for (let guess = 0; guess < 10; guess++) await codes.redeem('reset_password', subject, 'x')
    expect(await codes.redeem('reset_password', subject, link)).toBe(true)
  })

  test(`${engine.name}: a new code replaces the old one, and expires after ten minutes`, async () => {
    const { codes, clock } = await createCodes()
    const old = await codes.issue('reset_password', subject)
    const code = await codes.issue('reset_password', subject)
    expect(await codes.redeem('reset_password', subject, old)).toBe(false)
    clock.advance(10 * 60_000)
    expect(await codes.redeem('reset_password', subject, code)).toBe(false)
    expect(await deleteEndedCodes(store.db, clock.now(), 10)).toBe(1)
    expect(await deleteEndedCodes(store.db, clock.now(), 10)).toBe(0)
  })
}
