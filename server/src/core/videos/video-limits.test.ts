import { expect, test } from 'bun:test'
import { fitVideo, madeOf, type VideoLimits } from './video-limits.ts'
import type { VideoRequest } from './video-request.ts'

const asked: VideoRequest = {
  operation: 'generate',
  prompt: 'p',
  negativePrompt: '',
  inputs: [],
  seconds: null,
  size: '',
  aspect: '',
  resolution: '',
  sound: null,
  seed: null,
  vendor: {},
}
const limits: VideoLimits = {
  seconds: [5, 10],
  secondsDefault: 5,
  resolutions: ['720p', '1080p'],
  aspects: ['16:9', '9:16'],
  inputs: { first_frame: 1 },
  sound: 'off_by_default',
}
const any: VideoLimits = { ...limits, resolutions: 'any', aspects: 'any' }

const fit = (more: Partial<VideoRequest>, of = limits) => {
  const found = fitVideo({ ...asked, ...more }, of)
  return found.ok ? found.video : found.reason.code
}

test('what is left open gets the values of the model, but no ratio', () => {
  expect(fit({})).toMatchObject({ seconds: 5, resolution: '720p', aspect: '', hasSound: false, sound: null })
})

test('a size becomes the nearest resolution that is not above it, and a ratio that is close', () => {
  expect(fit({ size: '1920x1080' })).toMatchObject({ resolution: '1080p', aspect: '16:9' })
  expect(fit({ size: '3840x2160' })).toMatchObject({ resolution: '1080p' })
  expect(fit({ size: '1024x1792' })).toMatchObject({ resolution: '1080p', aspect: '9:16' })
  expect(fit({ size: '1000x1000' })).toBe('videoAspect')
})

test('what is priced is what is sent: a size before a resolution, and no unknown name', () => {
  expect(fit({ size: '3840x2160', resolution: '720p' }, any)).toMatchObject({ resolution: '4k' })
  expect(fit({ resolution: '4k ' }, any)).toBe('videoResolution')
  expect(fit({ resolution: '4k' }, any)).toMatchObject({ resolution: '4k' })
  expect(fitVideo({ ...asked, resolution: 'sharp' }, any)).toMatchObject({
    reason: { params: { given: 'sharp', allowed: expect.stringContaining('720p, 768p, 1080p') } },
  })
})

test('a model takes only the files, lengths and texts that it has', () => {
  const frame = { role: 'first_frame', media: 'image', source: { kind: 'url', url: 'https://a.example/1' } } as const
  expect(fit({ inputs: [frame, frame] })).toBe('videoInputsTooMany')
  expect(fit({ inputs: [{ ...frame, role: 'reference' }] })).toBe('videoInputRefused')
  expect(fit({ seconds: 6 })).toBe('videoSeconds')
  expect(fit({ operation: 'remix' })).toBe('videoOperation')
  expect(fit({ prompt: 'a'.repeat(20_001) })).toBe('videoPromptTooLong')
})

test('what the model has no setting for is not sent, and is named', () => {
  const settings = { seed: 7, negativePrompt: 'rain', resolution: '720p', aspect: '16:9', sound: true }
  const bare: VideoLimits = { ...limits, resolutions: [], aspects: [], sound: 'never' }
  expect(fitVideo({ ...asked, ...settings }, bare)).toMatchObject({
    video: { seed: null, negativePrompt: '', resolution: '', aspect: '', hasSound: false },
    dropped: ['resolution', 'aspect_ratio', 'generate_audio', 'seed', 'negative_prompt'],
  })
  const full: VideoLimits = { ...limits, takesSeed: true, takesNegativePrompt: true }
  expect(fitVideo({ ...asked, ...settings }, full)).toMatchObject({ video: settings, dropped: [] })
})

test('what it makes, in the words of price rules', () => {
  const video = fit({ size: '1280x720', sound: true })
  expect(typeof video === 'string' ? video : madeOf(video)).toEqual({
    size: '1280x720',
    resolution: '720p',
    sound: 'on',
    source: 'text',
  })
})
