import type { VideoFault } from '../video-wire.ts'

export const acceptedCode = 10_000
/** The checks of pictures, texts and results. */
const policyCodes = [50411, 50412, 50413, 50511, 50512, 50516, 50517, 50518, 50519, 50520, 50521, 50522]
/** Too many calls at once. */
const busyCodes = [50429, 50430]

export const faultOfCode = (code: unknown): VideoFault =>
  typeof code === 'number' && policyCodes.includes(code) ? 'moderation' : 'other'

export const isBusyCode = (code: unknown): boolean => typeof code === 'number' && busyCodes.includes(code)

const version = '2022-08-31'
export const pathOfAction = (action: 'CVSync2AsyncSubmitTask' | 'CVSync2AsyncGetResult'): string =>
  `/?Action=${action}&Version=${version}`
