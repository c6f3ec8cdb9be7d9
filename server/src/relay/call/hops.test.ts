import { expect, test } from 'bun:test'
import { readRefusal } from '../../core/test-failures.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { hopIdOf, hopsFor, hopsHeader, refuseLoop } from './hops.ts'

const own = hopIdOf(createSecretBox('a secret of many letters'))
const createHeaders = (...hops: string[]) => new Headers(hops.length > 0 ? { [hopsHeader]: hops.join(', ') } : {})

const refusalCode = (headers: Headers) => readRefusal(() => refuseLoop(headers, own))?.code ?? null

test('each server adds an id that depends on its secret', () => {
  expect(hopsFor(createHeaders(), own)).toBe(own)
  expect(hopsFor(createHeaders('other'), own)).toBe(`other, ${own}`)
  expect(hopIdOf(createSecretBox('a secret of many letters'))).toBe(own)
  expect(hopIdOf(createSecretBox('another secret altogether'))).not.toBe(own)
})

test('a call is refused if it already passed this server, or too many servers', () => {
  expect(refusalCode(createHeaders())).toBeNull()
  expect(refusalCode(createHeaders('other', 'third'))).toBeNull()
  expect(refusalCode(createHeaders('other', own))).toBe('channel_loops')
  expect(refusalCode(createHeaders(...'abcdefgh'))).toBe('channel_loops')
})
