import { expect, test } from 'bun:test'
import { embeddedAddress } from './page-content.ts'

test('nothing but an https address stands for the page there', () => {
  expect(embeddedAddress(' https://a.example/x?y=1 ')).toBe('https://a.example/x?y=1')
  for (const text of [
    '',
    'http://a.example',
    'see https://a.example',
    'https://a.example and more',
    'https://',
  ])
    expect(embeddedAddress(text), text).toBeNull()
})
