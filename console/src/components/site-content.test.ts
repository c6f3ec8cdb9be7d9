import { expect, test } from 'bun:test'
import { isFrameAddress } from './site-content.tsx'

test('only a text that is a single https address is shown as a frame', () => {
  expect(isFrameAddress(' https://docs.example/home?x=1 ')).toBe(true)
  for (const content of ['', 'http://docs.example', 'See https://docs.example', 'https://', 'javascript:alert(1)'])
    expect(isFrameAddress(content)).toBe(false)
})
