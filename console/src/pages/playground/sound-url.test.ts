import { expect, test } from 'bun:test'
import { soundUrl } from './sound-url.ts'

test('pieces of sound become one WAV file', () => {
  const url = soundUrl([btoa('\x01\x02'), btoa('\x03\x04\x05\x06')]) ?? ''
  const bytes = Buffer.from(url.replace('data:audio/wav;base64,', ''), 'base64')
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(24)).toBe(24_000)
  expect(bytes.readUInt32LE(40)).toBe(6)
  expect([...bytes.subarray(44)]).toEqual([1, 2, 3, 4, 5, 6])
})

test('what is no base64 is no sound', () => {
  expect(soundUrl(['%%%'])).toBeNull()
})
