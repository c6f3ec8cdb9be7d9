import type { ImageCall } from '../core/media.ts'

/** A call for one picture. */
export const imageCall = (more: Partial<ImageCall> = {}): ImageCall => ({
  prompt: 'a gate',
  n: 1,
  size: '',
  quality: '',
  images: [],
  mask: null,
  ownFields: {},
  userId: '',
  wantsBytes: false,
  ...more,
})
