import { expect, test } from 'bun:test'
import { providerOf } from '../../providers/index.ts'
import { klingPictures } from '../../providers/kling/image-wire.ts'
import { upstreamFormatById } from './index.ts'
import { mediaWireFormat } from './media-format.ts'

test('of a maker’s images only those at web addresses, and those with bytes, are results', () => {
  const provider = providerOf(50)
  if (!provider) throw new Error('no provider')
  const format = mediaWireFormat(klingPictures().wire, upstreamFormatById(provider, provider.format))
  const answer = (...urls: string[]) => ({
    code: 0,
    data: { task_status: 'succeed', task_result: { images: urls.map((url) => ({ url })) } },
  })
  const made = (...urls: string[]) => {
    const wire = format.media
    return wire?.kind === 'images' ? wire.parse(answer(...urls)) : null
  }
  expect(made('file:///etc/passwd', 'https://a.example/1.png', 'data:image/png;base64,AAAA')).toEqual([
    { kind: 'url', url: 'https://a.example/1.png' },
    { kind: 'bytes', data: 'AAAA' },
  ])
  const bytes = Buffer.from(JSON.stringify(answer('javascript:alert(1)')))
  expect(format.readAnswer(bytes)?.hasResult?.()).toBe(false)
})
