import { expect, test } from 'bun:test'
import { isWebAddress, withWebAddresses } from './web-address.ts'

test.each([
  ['https://a.example/1.png?sig=1', true],
  ['HTTP://a.example', true],
  ['file:///etc/passwd', false],
  ['ftp://a.example/1', false],
  ['javascript:alert(1)', false],
  ['//a.example/1', false],
  ['http://', false],
  ['', false],
])('%s is an address over http or https: %p', (text, isWeb) => {
  expect(isWebAddress(text)).toBe(isWeb)
})

test('other addresses are removed from data of any depth, and texts stay', () => {
  const data = {
    data: [
      {
        audio_url: 'file:/etc/passwd',
        video_url: 'https://a.example/1',
        title: 'file: a song',
        metadata: { tags: 'a' },
      },
    ],
    imageUrls: ['javascript:alert(1)', 'http://a.example/2'],
    properties: { finalPrompt: 'ratio 16:9', note: 'ftp://a.example/x', seed: 7, none: null },
    buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
  }
  expect(withWebAddresses(data)).toEqual({
    data: [{ audio_url: '', video_url: 'https://a.example/1', title: 'file: a song', metadata: { tags: 'a' } }],
    imageUrls: ['', 'http://a.example/2'],
    properties: { finalPrompt: 'ratio 16:9', note: '', seed: 7, none: null },
    buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
  })
})
