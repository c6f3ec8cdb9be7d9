import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { hopIdOf, hopsFor, hopsHeader, refuseLoop } from './hops.ts'

const own = hopIdOf(createSecretBox('a secret of many letters'))
const through = (...hops: string[]) => new Headers(hops.length > 0 ? { [hopsHeader]: hops.join(', ') } : {})

function codeOf(headers: Headers): string | null {
  try {
    refuseLoop(headers, own)
    return null
  } catch (error) {
    return error instanceof GatewayError ? error.code : 'no error of ours'
  }
}

test('each server adds itself, recognisable by its secret', () => {
  expect(hopsFor(through(), own)).toBe(own)
  expect(hopsFor(through('other'), own)).toBe(`other, ${own}`)
  expect(hopIdOf(createSecretBox('a secret of many letters'))).toBe(own)
  expect(hopIdOf(createSecretBox('another secret altogether'))).not.toBe(own)
})

test('a call that already came through this server is refused, and one through too many servers', () => {
  expect(codeOf(through())).toBeNull()
  expect(codeOf(through('other', 'third'))).toBeNull()
  expect(codeOf(through('other', own))).toBe('channel_loops')
  expect(codeOf(through(...'abcdefgh'))).toBe('channel_loops')
})
