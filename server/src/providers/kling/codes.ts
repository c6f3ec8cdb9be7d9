import type { VideoFault } from '../video-wire.ts'

const policyCodes = [1300, 1301]

export const faultOfCode = (code: number): VideoFault => (policyCodes.includes(code) ? 'moderation' : 'other')

/** Codes of calls that were certainly not accepted; the reason lies with the account or its limits. */
export const isOfAccount = (code: number): boolean => (code >= 1000 && code <= 1103) || (code >= 1302 && code <= 1304)
