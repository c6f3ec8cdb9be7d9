import { expect, test } from 'bun:test'
import { drawingSettings, formatDrawingSettings, parseDrawingSettings } from './drawing-settings.ts'

test('settings survive the round trip; empty settings store nothing', () => {
  const settings = {
    mode: 'relax',
    pictures: 'mirror',
    mirror: 'https://m.example/cdn',
    fallback: false,
  } as const
  expect(parseDrawingSettings(formatDrawingSettings(settings))).toEqual(settings)
  expect(formatDrawingSettings({})).toBeNull()
  expect(parseDrawingSettings(null)).toEqual({})
  expect(() => parseDrawingSettings('{"mode":"slow"}')).toThrow()
})

test.each([
  'http://m.example',
  'https://user@m.example',
  'https://m.example/?to=',
  'https://m.example/#x',
  'm.example',
  'javascript:alert(1)',
  'https://',
])('%s is not a mirror', (mirror) => {
  expect(drawingSettings.safeParse({ pictures: 'mirror', mirror }).success).toBe(false)
})

test('a mirror needs an address', () => {
  expect(drawingSettings.safeParse({ pictures: 'mirror' }).error?.issues[0]?.path).toEqual(['mirror'])
  expect(drawingSettings.safeParse({ pictures: 'gateway' }).success).toBe(true)
})
